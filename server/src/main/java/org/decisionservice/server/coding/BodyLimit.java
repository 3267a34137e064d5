// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.coding;

import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;

/** How long a body may be. */
public final class BodyLimit {
    /** Decoded bytes; a compressed body may not be longer than that as it arrives, either. */
    public static final int BYTES = 2 * 1024 * 1024;

    private BodyLimit() {}

    /** What a client is told whose body is longer. */
    public static RefusedException exceeded() {
        return new RefusedException(
                Refusal.Kind.TOO_LARGE,
                "request body too large (more than %d bytes); send less, or several requests".formatted(BYTES));
    }
}
