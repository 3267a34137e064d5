// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on checkpoints of other families answer as their reference implementations were recorded to. */
class FamilyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int REQUESTS = 3;

    /** Of a probability of 4 decimals, as the service's own test has it. */
    private static final double DIFFERENCE = 1.5e-4;

    @TempDir
    private Path dir;

    @Test
    void julia() throws IOException {
        Path tiny = Path.of(LocalSpark.tiny(), "multilingual");
        for (String linked : List.of("encoder", "tokenizer", "model.safetensors")) {
            Files.createSymbolicLink(dir.resolve(linked), tiny.resolve(linked));
        }
        Files.writeString(
                dir.resolve("julia_config.json"), "{\"format_version\": 1, \"head_layers\": 2, \"n_act\": 2}");
        answersAreThoseOfTheReference(dir, "julia.jsonl.gz", 1);
    }

    @Test
    void decisionTune() throws IOException {
        answersAreThoseOfTheReference(Path.of(LocalSpark.tiny(), "decision-tune"), "decision_tune.jsonl.gz", 0);
    }

    /** Its rows ask all questions of a request. */
    @Test
    void tacet() throws IOException {
        answersAreThoseOfTheReference(Path.of(LocalSpark.tiny(), "tacet"), "tacet.jsonl.gz", 1);
    }

    /** @param trueSlot place of a noul's true side in its recorded row */
    private static void answersAreThoseOfTheReference(Path checkpoint, String recording, int trueSlot)
            throws IOException {
        Path file = Path.of(LocalSpark.tiny()).resolveSibling("golden").resolve(recording);
        List<JsonNode> requests;
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            requests = lines.lines()
                    .map(FamilyTest::parsed)
                    .filter(request -> request.get("state").isTextual()
                            && request.has("rows")
                            && request.get("questions").has("noul")
                            && request.get("questions").has("choice"))
                    .limit(REQUESTS)
                    .toList();
        }
        assertThat(requests).hasSize(REQUESTS);
        for (JsonNode request : requests) {
            ObjectNode lengths = JSON.createObjectNode();
            Stream.of("max_len", "head_max_len")
                    .filter(request::has)
                    .forEach(length -> lengths.set(length, request.get(length)));
            Row row = Decisions.on(checkpoint.toString())
                    .questions(request.get("questions").toString())
                    .controls(lengths.toString())
                    .engine("onnx")
                    .threads(1)
                    .score(LocalSpark.texts(1, List.of(request.get("state").textValue())), "value")
                    .first();
            assertThat(row.<String>getAs("error")).isNull();
            int index = 0;
            for (String id : (Iterable<String>) () -> request.get("questions").fieldNames()) {
                JsonNode logits = request.get("rows").get(index++).get("logits");
                if (id.equals("noul")) {
                    double other = logits.get(1 - trueSlot).doubleValue();
                    double expected =
                            1 / (1 + Math.exp(other - logits.get(trueSlot).doubleValue()));
                    assertThat(row.<Row>getAs(id).<Double>getAs("answer")).isCloseTo(expected, within(DIFFERENCE));
                }
            }
        }
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
