// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/** Forward passes of the upstream model, recorded; {@code testdata/golden/README.md} describes the files. */
public final class Goldens {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final List<String> FILES =
            List.of("forward.jsonl", "forward_long.jsonl", "forward_starter.jsonl", "forward_parallel.jsonl");

    /**
     * One recorded pass.
     *
     * @param id name of the recording
     */
    public record Batch(String id, String checkpoint, List<GoldenRow> rows) {
        public Batch {
            rows = List.copyOf(rows);
        }

        public RowBatch rowBatch() {
            return RowBatch.of(rows.stream().map(GoldenRow::row).toList());
        }
    }

    /**
     * One recorded row.
     *
     * @param optionLogits one per option, before any temperature, computed in float64
     * @param actProbability in [0, 1], computed in float64
     */
    public record GoldenRow(Row row, List<Double> optionLogits, double actProbability) {
        public GoldenRow {
            optionLogits = List.copyOf(optionLogits);
        }
    }

    /** Read once each: nearly every test of the contract begins with some of them. */
    private static final Map<SampleCheckpoint, List<Batch>> RECORDED = new ConcurrentHashMap<>();

    private Goldens() {}

    /** Every recorded pass through that checkpoint, in the order of the files. */
    public static List<Batch> of(SampleCheckpoint checkpoint) {
        return RECORDED.computeIfAbsent(checkpoint, Goldens::read);
    }

    private static List<Batch> read(SampleCheckpoint checkpoint) {
        return FILES.stream()
                .flatMap(Goldens::lines)
                .map(Goldens::parse)
                .filter(node -> node.get("checkpoint").asText().equals(checkpoint.key()))
                .map(Goldens::batch)
                .toList();
    }

    private static Stream<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(SampleCheckpoint.property("testdata"), "golden", file)).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Batch batch(JsonNode node) {
        List<GoldenRow> rows = new ArrayList<>();
        for (JsonNode row : node.get("rows")) {
            rows.add(new GoldenRow(
                    row(row),
                    StreamSupport.stream(row.get("option_logits_f64").spliterator(), false)
                            .map(JsonNode::doubleValue)
                            .toList(),
                    row.get("act_probability_f64").doubleValue()));
        }
        return new Batch(node.get("id").asText(), node.get("checkpoint").asText(), rows);
    }

    private static Row row(JsonNode node) {
        int[] ids = integers(node.get("ids"));
        int[] markers = integers(node.get("markers"));
        int type = node.get("qtype").intValue();
        return node.has("options_end")
                ? new Row(ids, markers, node.get("options_end").intValue(), type)
                : new Row(ids, markers, type);
    }

    private static int[] integers(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .mapToInt(JsonNode::intValue)
                .toArray();
    }
}
