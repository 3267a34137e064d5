// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import org.jspecify.annotations.Nullable;

/**
 * A file of a checkpoint is missing or wrong. The message is for operators: it names the file relative to the
 * checkpoint directory, what is wrong and what was expected.
 */
public final class CheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String problem;

    CheckpointException(String file, String problem) {
        this(file, problem, null);
    }

    CheckpointException(String file, String problem, @Nullable Throwable cause) {
        super(file + ": " + problem, cause);
        this.problem = problem;
    }

    /** The message without the file, for whoever has named it. */
    public String problem() {
        return problem;
    }
}
