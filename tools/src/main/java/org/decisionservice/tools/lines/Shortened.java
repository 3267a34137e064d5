// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.jspecify.annotations.Nullable;

/**
 * The parts that an answer reports as not read in full. Under the strict contract answers do not.
 *
 * @param cut whether a part of the state was left out
 * @param alike whether options were cut until some were alike
 */
record Shortened(boolean cut, boolean alike) {
    private static final Shortened NOTHING = new Shortened(false, false);

    /** Reads it from {@code answer}; whatever process gave it. */
    static Shortened of(byte[] answer) {
        String text = new String(answer, StandardCharsets.UTF_8);
        // Few answers say it, and reading all of them as JSON would take longer than the rest of the line.
        boolean cut = text.contains("truncated\":true") || text.contains("truncated\": true");
        if (!cut && !text.contains("tokens_per_option\"")) {
            return NOTHING;
        }
        try {
            Map<String, JsonValue> usage =
                    members(members(JsonReader.read(answer).root()).get("usage"));
            return new Shortened(
                    any(usage, "truncated", value -> value instanceof JsonBoolean(boolean yes) && yes),
                    any(usage, "options", value -> value instanceof JsonObject));
        } catch (RefusedException _) {
            return NOTHING;
        }
    }

    private static boolean any(Map<String, JsonValue> usage, String name, Predicate<JsonValue> holds) {
        // Under the full contract the name begins with x_.
        return Stream.of(name, "x_" + name).map(usage::get).anyMatch(value -> value != null && holds.test(value));
    }

    private static Map<String, JsonValue> members(@Nullable JsonValue value) {
        return value instanceof JsonObject object ? object.members() : Map.of();
    }
}
