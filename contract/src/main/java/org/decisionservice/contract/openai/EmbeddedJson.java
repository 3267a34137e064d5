// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.nio.charset.StandardCharsets;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;

/** JSON in a string, as tools are called and answer. */
final class EmbeddedJson {
    private EmbeddedJson() {}

    /** The object or array that {@code text} is as a whole, else the string itself. */
    static JsonValue of(String text) {
        String stripped = text.strip();
        if (!stripped.startsWith("{") && !stripped.startsWith("[")) {
            return new JsonString(text);
        }
        try {
            JsonReader.Document document = JsonReader.read(stripped.getBytes(StandardCharsets.UTF_8));
            boolean container = document.root() instanceof JsonObject || document.root() instanceof JsonArray;
            boolean whole = !document.unpaired();
            return container && whole ? document.root() : new JsonString(text);
        } catch (RefusedException _) {
            return new JsonString(text);
        }
    }
}
