// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.file.Path;

/** A file that cannot be used as it is; the message names the file, the line and what to change. */
public final class LabelsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LabelsException(String message) {
        super(message);
    }

    /** The refusal of a whole file. */
    public static LabelsException of(Path file, String text) {
        return new LabelsException(file + ": " + text);
    }

    /** The refusal of a line of a file; lines are counted from 1 as editors count them. */
    public static LabelsException at(Path file, int line, String text) {
        return new LabelsException(file + " line " + line + ": " + text);
    }
}
