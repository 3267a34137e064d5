// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.Locale;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;

/** The maximum length of a body. */
public final class BodyLimit {
    /** Limit on decoded bytes, and also on a compressed body as it arrives. */
    public static final int BYTES = 2 * 1024 * 1024;

    private BodyLimit() {}

    /** The refusal of a body whose headers or frames announce {@code bytes}, before they are read. */
    public static RefusedException announced(long bytes) {
        return refusal(bytes + " bytes announced");
    }

    /** The refusal of a body that announces {@code bytes} or more: a number that was not read to its end. */
    public static RefusedException announcedAtLeast(long bytes) {
        return refusal("at least " + bytes + " bytes announced");
    }

    /** The refusal of a body of which {@code bytes} were counted when reading or decoding it stopped. */
    public static RefusedException counted(long bytes) {
        return refusal("at least " + bytes + " bytes counted");
    }

    private static RefusedException refusal(String size) {
        return new RefusedException(
                Refusal.Kind.TOO_LARGE,
                String.format(
                        Locale.ROOT, "request body too large (%s > %d); send less, or several requests", size, BYTES));
    }
}
