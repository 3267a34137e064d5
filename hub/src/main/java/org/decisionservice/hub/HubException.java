// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

/**
 * A checkpoint cannot be fetched from the hub. The message is for operators: what was requested, why it failed and what
 * to do.
 */
public final class HubException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kind of failure, which decides what happens next. */
    enum Kind {
        /** There was no answer, or no usable one; a cached copy may be used instead. */
        UNREACHABLE,
        /** The hub refuses access. */
        REFUSED,
        /** The hub knows the repository but not the revision or the file. Using a cached copy would hide a mistake. */
        UNKNOWN,
        /** A problem on this machine, or bytes that do not match their digest. */
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
