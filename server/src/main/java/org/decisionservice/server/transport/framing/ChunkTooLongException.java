// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

/** A chunk announces a length greater than that of the longest permitted body. */
public final class ChunkTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ChunkTooLongException() {
        super("chunk too long", null, false, false);
    }
}
