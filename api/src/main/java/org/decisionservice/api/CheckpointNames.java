// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names that texts can select in a deployment.
 *
 * @param extra names beside the three, in the order of the configuration
 */
public record CheckpointNames(List<CheckpointName> extra) {
    /** The three names and their aliases. */
    public static final CheckpointNames ROUTED = new CheckpointNames(List.of());

    public CheckpointNames {
        extra = List.copyOf(extra);
    }

    /** The checkpoint whose name or alias is {@code text}, trimmed and ignoring case. */
    public Optional<CheckpointName> find(String text) {
        String name = Trim.ascii(text).toLowerCase(Locale.ROOT);
        return switch (name) {
            case "english", "en", "laya", "default" -> Optional.of(CheckpointName.ENGLISH);
            case "multilingual", "multi", "ml", "laya-multilingual" -> Optional.of(CheckpointName.MULTILINGUAL);
            case "typed-decisions", "typed", "typed_decisions", "decisions", "laya-typed-decisions" ->
                Optional.of(CheckpointName.TYPED_DECISIONS);
            default ->
                extra.stream().filter(known -> known.wireName().equals(name)).findFirst();
        };
    }

    /** All names, joined for a sentence that lists what can be written. */
    public String listed() {
        return Stream.concat(CheckpointName.ROUTED.stream(), extra.stream())
                .map(CheckpointName::wireName)
                .collect(Collectors.joining(", "));
    }
}
