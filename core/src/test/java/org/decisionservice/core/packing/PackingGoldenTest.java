// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.Usage;
import org.decisionservice.api.Usage.CollapsedOptions;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.core.golden.GoldenQuestions;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;

/** Compares every recorded packing, token by token. */
class PackingGoldenTest {
    private final SoftAssertions soft = new SoftAssertions();

    @Test
    void packsEveryRecordedCaseExactly() {
        List<JsonNode> cases = Golden.compressedLines("packing.jsonl.gz");
        assertThat(cases).hasSize(469);
        cases.forEach(this::check);
        soft.assertAll();
    }

    /** The layout is the checkpoint's, and the rows are the same in both: they only say where their options end. */
    @Test
    void packsTheParallelRecordingsExactly() {
        int rows = 0;
        for (JsonNode batch : Golden.lines("forward_parallel.jsonl")) {
            Path directory = batch.get("checkpoint").textValue().equals("parallel-starter")
                    ? Golden.starter()
                    : Golden.tiny("english");
            for (JsonNode recorded : batch.get("rows")) {
                String id = recorded.get("packing_id").textValue();
                SequencedMap<String, Question> questions = new LinkedHashMap<>();
                questions.put("q", GoldenQuestions.question(recorded));
                RowPacker packer = RowPacker.of(Golden.checkpoint(directory), controls(recorded));
                Row row = packer.pack(questions)
                        .pack(GoldenQuestions.state(recorded))
                        .rows()
                        .getFirst()
                        .row();
                checkRow(id, recorded, row);
                soft.assertThat(row.optionsEnd())
                        .as(id + " end of the options")
                        .hasValue(recorded.get("options_end").intValue());
                rows++;
            }
        }
        soft.assertAll();
        assertThat(rows).isEqualTo(38);
    }

    private void check(JsonNode recorded) {
        String id = recorded.get("id").textValue();
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        questions.put("q", GoldenQuestions.question(recorded));
        RowPacker packer = RowPacker.of(
                Golden.checkpoint(Golden.tiny(recorded.get("checkpoint").textValue())), controls(recorded));
        PackedQuestions packed;
        try {
            packed = packer.pack(questions);
        } catch (RefusedException e) {
            checkRefusal(id, recorded, e.refusal());
            return;
        }
        soft.assertThat(recorded.get("fits").booleanValue()).as(id + " fits").isTrue();
        PackedState state = packed.pack(GoldenQuestions.state(recorded));
        checkRow(id, recorded, state.rows().getFirst().row());
        checkOptions(
                id,
                recorded.get("stats"),
                packed.asked().findFirst().orElseThrow().distinctOptions(),
                state.usage());
        checkState(id, recorded, state.usage());
    }

    /** The row sizes of a recording. */
    static Controls controls(JsonNode recorded) {
        return new Controls(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.of(recorded.get("max_len").intValue()),
                recorded.has("head_max_len")
                        ? OptionalInt.of(recorded.get("head_max_len").intValue())
                        : OptionalInt.empty(),
                Controls.NONE.minConfidence(),
                Optional.empty());
    }

    private void checkRefusal(String id, JsonNode recorded, Refusal refusal) {
        soft.assertThat(recorded.get("fits").booleanValue()).as(id + " fits").isFalse();
        soft.assertThat(refusal.kind()).as(id).isEqualTo(Refusal.Kind.NO_ROOM);
        soft.assertThat(refusal.detail())
                .as(id)
                .contains("only " + recorded.get("markers").size() + " of its "
                        + recorded.get("stats").get("options").intValue() + " options");
    }

    private void checkRow(String id, JsonNode recorded, Row row) {
        soft.assertThat(IntStream.range(0, row.length()).map(row::tokenId).toArray())
                .as(id + " ids")
                .isEqualTo(ints(recorded.get("ids")));
        soft.assertThat(IntStream.range(0, row.options()).map(row::marker).toArray())
                .as(id + " markers")
                .isEqualTo(ints(recorded.get("markers")));
        soft.assertThat(row.type(0))
                .as(id + " type")
                .isEqualTo(recorded.get("qtype").intValue());
    }

    private void checkOptions(String id, JsonNode stats, CollapsedOptions options, Usage usage) {
        JsonNode cut = stats.get("tokens_per_option");
        var expected = new CollapsedOptions(
                stats.get("options").intValue(),
                stats.get("options_distinct").intValue(),
                cut.isNull() ? OptionalInt.empty() : OptionalInt.of(cut.intValue()));
        soft.assertThat(options).as(id + " options").isEqualTo(expected);
        boolean collapsed = expected.distinct() < expected.total();
        soft.assertThat(usage.collapsedOptions().containsKey("q"))
                .as(id + " collapsed")
                .isEqualTo(collapsed);
    }

    private void checkState(String id, JsonNode recorded, Usage usage) {
        JsonNode stats = recorded.get("state_stats");
        boolean truncated = stats.get("truncated").booleanValue();
        soft.assertThat(usage.inputTokens())
                .as(id + " input tokens")
                .isEqualTo(recorded.get("ids").size());
        soft.assertThat(usage.stateTokens())
                .as(id + " state tokens")
                .isEqualTo(stats.get("state_tokens").intValue());
        soft.assertThat(usage.stateTokensDropped())
                .as(id + " dropped")
                .isEqualTo(stats.get("state_tokens_dropped").intValue());
        soft.assertThat(usage.truncated()).as(id + " truncated").isEqualTo(truncated);
        soft.assertThat(usage.truncatedQuestions())
                .as(id + " truncated questions")
                .isEqualTo(truncated ? List.of("q") : List.of());
    }

    static int[] ints(JsonNode array) {
        return IntStream.range(0, array.size())
                .map(i -> array.get(i).intValue())
                .toArray();
    }
}
