// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;

/**
 * A value for each checkpoint: a comma list such as {@code onnx,multilingual=pytorch}.
 *
 * @param others the item without a name, which is for all that have none of their own
 * @param own by checkpoint
 */
record ByCheckpoint<T>(Optional<T> others, Map<CheckpointName, T> own) {

    /** Reads a list; empty if a name or value of it cannot be used, or if two items are for the same. */
    static <T> Optional<ByCheckpoint<T>> of(String text, CheckpointNames names, Function<String, Optional<T>> reader) {
        Optional<T> others = Optional.empty();
        Map<CheckpointName, T> own = new LinkedHashMap<>();
        for (String item : text.split(",", -1)) {
            if (item.isBlank()) {
                continue;
            }
            int equals = item.indexOf('=');
            Optional<CheckpointName> name = equals < 0 ? Optional.empty() : names.find(item.substring(0, equals));
            Optional<T> value = Optional.of(item.substring(equals + 1).strip())
                    .filter(written -> !written.isEmpty())
                    .flatMap(reader);
            boolean again = equals < 0
                    ? others.isPresent()
                    : name.filter(own::containsKey).isPresent();
            if (value.isEmpty() || again || name.isPresent() != equals >= 0) {
                return Optional.empty();
            }
            name.ifPresent(one -> own.put(one, value.get()));
            others = name.isPresent() ? others : value;
        }
        return Optional.of(new ByCheckpoint<>(others, own));
    }
}
