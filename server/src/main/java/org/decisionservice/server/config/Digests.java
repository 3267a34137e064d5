// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;

/** Reads the expected digests of the files of checkpoints. */
final class Digests {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(com.fasterxml.jackson.core.StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final String TAKES =
            "a JSON object such as {\"english\": {\"model.safetensors\": \"<64 hex digits>\"}}"
                    + " (english, multilingual, typed-decisions, a name of SERVICE_EXTRA_MODELS, or local for SERVICE_MODEL_PATH)";
    private static final String LOCAL = "local";

    private Digests() {}

    /** Returns, by the checkpoint's name in {@code /health}, a map of path within the checkpoint to SHA-256. */
    static Map<String, Map<String, String>> read(Values values, CheckpointNames names) {
        return values.read(Setting.SHA256_DIGESTS, TAKES, text -> parse(text, names))
                .orElseGet(Map::of);
    }

    private static Optional<Map<String, Map<String, String>>> parse(String text, CheckpointNames names) {
        try (JsonParser json = JSON.createParser(text)) {
            Map<String, Map<String, String>> digests = new LinkedHashMap<>();
            expect(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String label = label(json.currentName(), names);
                expect(json.nextToken() == JsonToken.START_OBJECT);
                expect(digests.put(label, files(json)) == null);
            }
            expect(json.nextToken() == null);
            return Optional.of(digests);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Map<String, String> files(JsonParser json) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String path = json.currentName();
            expect(json.nextToken() == JsonToken.VALUE_STRING);
            String digest = json.getText().strip().toLowerCase(Locale.ROOT);
            expect(isInside(path) && digest.matches("[0-9a-f]{64}"));
            files.put(path, digest);
        }
        return files;
    }

    private static String label(String name, CheckpointNames names) throws IOException {
        if (name.strip().equalsIgnoreCase(LOCAL)) {
            return LOCAL;
        }
        return names.find(name).map(CheckpointName::wireName).orElseThrow(() -> new IOException("no checkpoint"));
    }

    /** Whether {@code path} stays inside the checkpoint on every platform. */
    private static boolean isInside(String path) {
        if (path.isBlank() || path.startsWith("/") || path.indexOf('\\') >= 0 || path.indexOf(':') >= 0) {
            return false;
        }
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return true;
    }

    private static void expect(boolean met) throws IOException {
        if (!met) {
            throw new IOException("not the expected JSON");
        }
    }
}
