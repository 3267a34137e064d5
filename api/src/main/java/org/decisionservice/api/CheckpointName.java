// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The name of a checkpoint: one of the three that requests are routed to, or one that a deployment has added and that
 * answers only requests that name it.
 *
 * @param wireName as clients and answers write it: lower-case letters, digits, {@code .}, {@code _} and {@code -}
 */
public record CheckpointName(String wireName) {
    /** Comes first, because the names below need it. */
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9._-]*");

    public static final CheckpointName ENGLISH = new CheckpointName("english");
    public static final CheckpointName MULTILINGUAL = new CheckpointName("multilingual");
    public static final CheckpointName TYPED_DECISIONS = new CheckpointName("typed-decisions");

    /** The names that a router chooses among. */
    public static final List<CheckpointName> ROUTED = List.of(ENGLISH, MULTILINGUAL, TYPED_DECISIONS);

    /** Refuses a text that {@link #isWellFormed} refuses. */
    public CheckpointName {
        if (!isWellFormed(wireName)) {
            throw new IllegalArgumentException("not the name of a checkpoint: " + wireName);
        }
    }

    /** Whether {@code text} can be a name. */
    public static boolean isWellFormed(String text) {
        return FORM.matcher(text).matches();
    }

    @Override
    public String toString() {
        return wireName;
    }
}
