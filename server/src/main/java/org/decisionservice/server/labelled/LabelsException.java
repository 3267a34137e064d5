// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.labelled;

/** A file that cannot be used as it is; the message names the file, the line and what to change. */
public final class LabelsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LabelsException(String message) {
        super(message);
    }
}
