// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

/** A checkpoint cannot be had from the hub. The message is for operators: what was asked for, why not, what to do. */
public final class HubException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong, as far as it decides what happens next. */
    enum Kind {
        /** No answer, or none of use: a cached copy is as good as it gets. */
        UNREACHABLE,
        /** The hub answers that it will not give this. */
        REFUSED,
        /** The hub knows the repository but not the revision or the file: a copy would hide a mistake. */
        UNKNOWN,
        /** Something on this machine, or bytes that are not what they should be. */
        LOCAL
    }

    private final Kind kind;

    HubException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }
}
