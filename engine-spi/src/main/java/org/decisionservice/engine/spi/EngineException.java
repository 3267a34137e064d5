// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import org.jspecify.annotations.Nullable;

/** The failure of an engine. The server's policy depends on the kind; the message is for the log. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public enum Kind {
        /** The device has too little memory left; the same work may succeed on another device. */
        OUT_OF_DEVICE_MEMORY,
        /** The device no longer responds. */
        DEVICE_LOST,
        /** The checkpoint's files do not match its configuration. */
        BAD_MODEL,
        /**
         * The engine does not compute in the precision that it was asked for on this device or this machine, which the
         * message says as half a sentence; float32 is loaded instead.
         */
        UNSUPPORTED_PRECISION,
        FAILED
    }

    public EngineException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public EngineException(Kind kind, String message) {
        this(kind, message, null);
    }

    public Kind kind() {
        return kind;
    }
}
