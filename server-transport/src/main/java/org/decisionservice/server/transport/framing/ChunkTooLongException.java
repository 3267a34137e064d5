// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

/** A chunk announces a length greater than that of the longest permitted body. */
public final class ChunkTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long bytes;

    /** {@code bytes} is the announced length, or less if that is beyond any number this service counts with. */
    ChunkTooLongException(long bytes) {
        super("chunk too long", null, false, false);
        this.bytes = bytes;
    }

    /** The announced length in bytes, or less. */
    public long bytes() {
        return bytes;
    }
}
