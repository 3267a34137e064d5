// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.coding;

import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;

/** The maximum length of a body. */
public final class BodyLimit {
    /** Limit on decoded bytes, and also on a compressed body as it arrives. */
    public static final int BYTES = 2 * 1024 * 1024;

    private BodyLimit() {}

    /** The refusal of a body that is too long. */
    public static RefusedException exceeded() {
        return new RefusedException(
                Refusal.Kind.TOO_LARGE,
                "request body too large (more than %d bytes); send less, or several requests".formatted(BYTES));
    }
}
