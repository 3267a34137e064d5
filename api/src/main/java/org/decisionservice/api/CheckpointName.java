// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Locale;
import java.util.Optional;

/** The checkpoints a request can be routed to, by the names that clients use. */
public enum CheckpointName {
    ENGLISH("english"),
    MULTILINGUAL("multilingual"),
    TYPED_DECISIONS("typed-decisions");

    private final String wireName;

    CheckpointName(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /** The checkpoint whose name or alias is {@code text}, trimmed and ignoring case. */
    public static Optional<CheckpointName> find(String text) {
        return switch (Trim.ascii(text).toLowerCase(Locale.ROOT)) {
            case "english", "en", "laya", "default" -> Optional.of(ENGLISH);
            case "multilingual", "multi", "ml", "laya-multilingual" -> Optional.of(MULTILINGUAL);
            case "typed-decisions", "typed", "typed_decisions", "decisions", "laya-typed-decisions" ->
                Optional.of(TYPED_DECISIONS);
            default -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return wireName;
    }
}
