// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.Family;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.core.golden.GoldenQuestions;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the rows of checkpoints of other families with those of their reference implementations, token by token. */
class FamilyPackingTest {
    private static final int DECISION_TUNE_ROWS = 550;
    private static final int TACET_QUESTIONS = 505;
    private static final int TACET_REFUSALS = 19;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    /** The tiny multilingual checkpoint under a configuration of Julia's, as record_julia.py made it. */
    private Checkpoint julia() throws IOException {
        Path tiny = Golden.tiny("multilingual");
        for (String linked : List.of("encoder", "tokenizer", "model.safetensors")) {
            Files.createSymbolicLink(directory.resolve(linked), tiny.resolve(linked));
        }
        Files.writeString(
                directory.resolve(Family.JULIA.config()),
                "{\"format_version\": 1, \"head_layers\": 2, \"n_act\": 2, \"dropout\": 0.1}");
        return CheckpointReader.read(directory);
    }

    @Test
    void everyRowOfJuliaIsPackedExactly() throws IOException {
        isPackedExactly(julia(), Family.JULIA, "julia.jsonl.gz", 511);
    }

    @Test
    void everyRowOfDecisionTuneIsPackedExactly() throws IOException {
        isPackedExactly(
                CheckpointReader.read(Golden.tiny("decision-tune")),
                Family.DECISION_TUNE,
                "decision_tune.jsonl.gz",
                DECISION_TUNE_ROWS);
    }

    /** One row for all questions of a request, or a refusal where they take too much of it. */
    @Test
    void everyRowOfTacetIsPackedExactly() {
        Checkpoint checkpoint = CheckpointReader.read(Golden.tiny("tacet"));
        SoftAssertions soft = new SoftAssertions();
        int questions = 0;
        int refused = 0;
        try (Tokenizer _ = checkpoint.tokenizer()) {
            assertThat(checkpoint.family()).isEqualTo(Family.TACET);
            for (JsonNode recorded : Golden.compressedLines("tacet.jsonl.gz")) {
                if (recorded.has("refused")) {
                    assertThatExceptionOfType(RefusedException.class)
                            .isThrownBy(() -> packed(checkpoint, recorded))
                            .withMessageContaining("of the family Tacet, leaves them");
                    refused++;
                    continue;
                }
                PackedState state = packed(checkpoint, recorded);
                assertThat(state.rows()).hasSize(1);
                Row row = state.rows().getFirst().row();
                String asked = recorded.get("questions").toString();
                soft.assertThat(IntStream.range(0, row.length()).map(row::tokenId))
                        .as("ids of " + asked)
                        .containsExactly(boxed(recorded.get("ids")));
                soft.assertThat(IntStream.range(0, row.length()).map(row::type))
                        .as("types of " + asked)
                        .containsExactly(boxed(recorded.get("types")));
                soft.assertThat(state.usage().truncated())
                        .isEqualTo(recorded.get("truncated").booleanValue());
                soft.assertThat(state.usage().inputTokens()).isEqualTo(row.length());
                for (int index = 0; index < state.questions().size(); index++) {
                    SlotRange slots = state.questions().get(index).slots().orElseThrow();
                    soft.assertThat(IntStream.range(slots.first(), slots.first() + slots.count())
                                    .map(row::marker))
                            .as("markers of question " + index + " of " + asked)
                            .containsExactly(
                                    boxed(recorded.get("rows").get(index).get("markers")));
                    questions++;
                }
            }
        }
        soft.assertAll();
        assertThat(List.of(questions, refused)).containsExactly(TACET_QUESTIONS, TACET_REFUSALS);
    }

    private static Integer[] boxed(JsonNode integers) {
        return integers.valueStream().map(JsonNode::intValue).toArray(Integer[]::new);
    }

    private static void isPackedExactly(Checkpoint checkpoint, Family family, String recording, int expectedRows)
            throws IOException {
        SoftAssertions soft = new SoftAssertions();
        int rows = 0;
        try (Tokenizer _ = checkpoint.tokenizer()) {
            assertThat(checkpoint.family()).isEqualTo(family);
            for (JsonNode recorded : Golden.compressedLines(recording)) {
                List<Row> packed = packed(checkpoint, recorded).rows().stream()
                        .map(PackedRow::row)
                        .toList();
                for (int index = 0; index < packed.size(); index++) {
                    Row row = packed.get(index);
                    JsonNode expected = recorded.get("rows").get(index);
                    soft.assertThat(IntStream.range(0, row.length())
                                    .map(row::tokenId)
                                    .toArray())
                            .as("ids of question " + index + " of " + recorded.get("questions"))
                            .isEqualTo(PackingGoldenTest.ints(expected.get("ids")));
                    soft.assertThat(IntStream.range(0, row.options())
                                    .map(row::marker)
                                    .toArray())
                            .as("markers of question " + index + " of " + recorded.get("questions"))
                            .isEqualTo(PackingGoldenTest.ints(expected.get("markers")));
                    rows++;
                }
            }
        }
        soft.assertAll();
        assertThat(rows).isEqualTo(expectedRows);
    }

    private static PackedState packed(Checkpoint checkpoint, JsonNode recorded) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> question : recorded.get("questions").properties()) {
            ObjectNode each = JSON.createObjectNode();
            each.set("question", question.getValue());
            questions.put(question.getKey(), GoldenQuestions.question(each));
        }
        ObjectNode state =
                JSON.createObjectNode().put("state_raw", recorded.get("state").toString());
        return RowPacker.of(checkpoint, recorded.has("max_len") ? PackingGoldenTest.controls(recorded) : Controls.NONE)
                .pack(questions)
                .pack(GoldenQuestions.state(state));
    }
}
