// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.State;
import org.decisionservice.core.text.JsonText;

/** Reads states to judge from a JSONL file of {@code {text | state, expect, ...}}. */
public final class Cases {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Cases() {}

    /**
     * A state and the checkpoint that should read it.
     *
     * @param expect {@code english}, {@code multilingual} or {@code either}
     * @param group group that is kept together when a set is split; the text itself if the file names none
     */
    public record Case(State state, String expect, String language, String group, String shown) {}

    public static List<Case> read(Path file) throws IOException {
        List<Case> cases = new ArrayList<>();
        try (Stream<String> lines = Files.lines(file)) {
            for (String line : (Iterable<String>) lines.filter(text -> !text.isBlank())::iterator) {
                JsonNode node = JSON.readTree(line);
                JsonNode shown = node.has("state") ? node.get("state") : node.get("text");
                State state = node.has("state")
                        ? JsonText.state(value(node.get("state")))
                        : new State.Text(node.get("text").asText());
                cases.add(new Case(
                        state,
                        node.path("expect").asText("either"),
                        node.path("lang").asText("und"),
                        node.path("group").asText(shown.toString()),
                        shown.toString()));
            }
        }
        return cases;
    }

    public static JsonValue value(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                LinkedHashMap<String, JsonValue> members = new LinkedHashMap<>();
                node.properties().forEach(member -> members.put(member.getKey(), value(member.getValue())));
                yield new JsonValue.JsonObject(members);
            }
            case ARRAY -> {
                List<JsonValue> elements = new ArrayList<>();
                node.forEach(element -> elements.add(value(element)));
                yield new JsonValue.JsonArray(elements);
            }
            case STRING -> new JsonValue.JsonString(node.asText());
            case BOOLEAN -> new JsonValue.JsonBoolean(node.asBoolean());
            case NUMBER ->
                node.isIntegralNumber()
                        ? new JsonValue.JsonInteger(node.asText())
                        : new JsonValue.JsonDouble(node.asDouble());
            case BINARY, MISSING, NULL, POJO -> new JsonValue.JsonNull();
        };
    }
}
