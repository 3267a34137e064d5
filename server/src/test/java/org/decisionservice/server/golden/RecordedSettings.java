// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;

/** The settings of the recorded server. */
final class RecordedSettings {
    private RecordedSettings() {}

    /** The names beside the three, with their directories on this machine. */
    private static String extra(String recorded) {
        try {
            ObjectNode places = (ObjectNode) GoldenCase.JSON.readTree(recorded);
            ObjectNode extra = GoldenCase.JSON.createObjectNode();
            places.properties().stream()
                    .filter(entry -> CheckpointNames.ROUTED.find(entry.getKey()).isEmpty())
                    .forEach(entry -> extra.put(entry.getKey(), directory(entry.getValue())));
            return extra.isEmpty() ? "" : extra.toString();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code "tiny/english"} and {@code ["tiny", "english"]} are both a folder of the test data. */
    private static String directory(JsonNode place) {
        String folder = place.isArray() ? place.get(1).asText() : place.asText().replaceFirst("tiny/", "");
        return Testdata.tiny().resolve(folder).toString();
    }

    /** Translates the recorded server's variables into this service's names. */
    static Map<String, String> of(GoldenCase any) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (var recorded : any.recording().get("env").properties()) {
            String value = recorded.getValue().asText();
            switch (recorded.getKey()) {
                case "LAYA_EXTRA_MODELS" -> {
                    variables.put("SERVICE_CHECKPOINTS", Testdata.tiny().toString());
                    variables.put("SERVICE_EXTRA_MODELS", extra(value));
                }
                case "LAYA_JEV_STRICT" -> variables.put("SERVICE_STRICT", value);
                default -> variables.put(recorded.getKey().replace("LAYA_", "SERVICE_"), value);
            }
        }
        // Upstream's own default, for the one group that was recorded without the variable.
        variables.putIfAbsent("SERVICE_DEFAULT_MODEL", "multilingual");
        variables.putIfAbsent("SERVICE_MAX_LOADED", "2");
        // Upstream's document has it always.
        if (!variables.containsKey("SERVICE_STRICT")) {
            variables.put("SERVICE_CONTRACT", "document,jev-confidence");
        }
        variables.put("SERVICE_HOST", "127.0.0.1");
        variables.put("SERVICE_PORT", "0");
        variables.put("SERVICE_ENGINE", GuardedProvider.guarded("onnx"));
        return variables;
    }
}
