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
    enum Reason {
        /** There was no answer in any attempt, or the hub is busy. */
        AWAY,
        /** The server is no hub, or cannot be used as one. */
        UNUSABLE,
        /** The hub refuses access. */
        REFUSED,
        /** The hub knows the repository but not the revision or the file. Using a cached copy would hide a mistake. */
        UNKNOWN,
        /** The disk has no room, or fails. */
        DISK,
        /** Another problem on this machine, or bytes that do not match their digest. */
        LOCAL
    }

    private final Reason kind;

    HubException(Reason kind, String message) {
        super(message);
        this.kind = kind;
    }

    Reason kind() {
        return kind;
    }

    /** Whether the same request may succeed later without anybody changing a setting. */
    public boolean mayPass() {
        return kind == Reason.AWAY || kind == Reason.DISK;
    }
}
