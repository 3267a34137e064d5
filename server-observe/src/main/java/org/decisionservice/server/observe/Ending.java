// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.util.Locale;
import org.decisionservice.api.Refusal;

/** The outcome of a request. */
public enum Ending {
    ANSWERED,
    MALFORMED,
    UNAUTHORIZED,
    /** A page of another origin sent the request, or the client called the service by a name that is not its own. */
    FORBIDDEN,
    TOO_SLOW,
    TOO_LARGE,
    UNSUPPORTED_ENCODING,
    INVALID,
    /** The holder of the key has sent as many requests as they may. */
    RATE_LIMITED,
    BUSY,
    /** Not answered because the service stops. */
    STOPPING,
    /** Its checkpoint cannot be loaded now. */
    UNAVAILABLE,
    TIMED_OUT,
    FAILED,
    /** The client left before there was an answer, or while it was sent. */
    GONE;

    /** Returns the ending of a request that is refused for that reason. */
    public static Ending of(Refusal.Kind kind) {
        return switch (kind) {
            case BROKEN, MALFORMED -> MALFORMED;
            case UNAUTHORIZED -> UNAUTHORIZED;
            case TOO_SLOW -> TOO_SLOW;
            case TOO_LARGE, TOO_LONG -> TOO_LARGE;
            case UNSUPPORTED_ENCODING -> UNSUPPORTED_ENCODING;
            case NO_ROOM, INVALID -> INVALID;
            case RATE_LIMITED -> RATE_LIMITED;
            case BUSY -> BUSY;
            case STOPPING -> STOPPING;
            case UNAVAILABLE -> UNAVAILABLE;
            case TIMED_OUT -> TIMED_OUT;
            case FAILED -> FAILED;
        };
    }

    /** Whether the request was refused, so that the client has to change or repeat it. */
    public boolean refused() {
        return switch (this) {
            case MALFORMED,
                    UNAUTHORIZED,
                    FORBIDDEN,
                    TOO_SLOW,
                    TOO_LARGE,
                    UNSUPPORTED_ENCODING,
                    INVALID,
                    RATE_LIMITED,
                    BUSY,
                    STOPPING,
                    UNAVAILABLE,
                    TIMED_OUT -> true;
            case ANSWERED, FAILED, GONE -> false;
        };
    }

    /** The name in log lines and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
