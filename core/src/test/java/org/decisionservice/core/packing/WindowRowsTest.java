// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.Controls;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.api.Window;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.Encoding;
import org.decisionservice.core.checkpoint.SpecialTokens;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;

/** Rows of long states, with real tokenizers: where they are cut, and whether their offsets are right. */
class WindowRowsTest {
    /** Every token is a whole word, so that a window's text has the window's tokens. */
    private static final String TEXT =
            "the parcel 😀 is late [MASK] and nobody 日 answers , we wait for it é ; ".repeat(40);

    private final Checkpoint starter = Golden.checkpoint(Golden.starter());

    @Test
    void theTextAtAWindowsOffsetsHasTheWindowsTokens() {
        assertThat(everyWindowIsItsText(starter, new State.Text(TEXT))).isGreaterThan(5);
    }

    @Test
    void offsetsOfJsonStatesAreThoseOfTheirJsonText() {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        members.put("note 😀", new JsonString(TEXT));
        assertThat(everyWindowIsItsText(starter, JsonText.state(new JsonObject(members))))
                .isGreaterThan(5);
        JsonValue turn = new JsonString("the parcel 😀 is late");
        assertThat(everyWindowIsItsText(
                        starter,
                        JsonText.state(new JsonArray(
                                IntStream.range(0, 100).mapToObj(_ -> turn).toList()))))
                .isGreaterThan(5);
    }

    @Test
    void offsetsPassOverEveryKindOfHiddenToken() {
        String text = "one [CLS] two[MASK][SEP] three[UNK] 😀 four";
        StateTokens tokens = StateTokens.of(
                text, Golden.checkpoint(Golden.tiny("decision-tune")).tokenizer());
        int count = tokens.ids().length;
        assertThat(tokens.end(count - 1)).isEqualTo(text.codePointCount(0, text.length()));
        assertThat(IntStream.range(0, count).map(tokens::start).boxed())
                .contains(text.indexOf("two"), text.indexOf("three"))
                .isSorted();
    }

    private static int everyWindowIsItsText(Checkpoint checkpoint, State state) {
        Tokenizer tokenizer = checkpoint.tokenizer();
        PackedState packed = pack(checkpoint, controls(100), state, 1000, noul());
        String text = state.text();
        int[] points = text.codePoints().toArray();
        int[] whole = tokenizer.encode(tokenizer.specialTokens().without(text));
        QuestionRows question = packed.questions().getFirst();
        assertThat(question.windows()).hasSize(packed.rows().size());
        assertThat(question.windows().getFirst().start()).isZero();
        assertThat(question.windows().getLast().end())
                .isEqualTo(text.stripTrailing()
                        .codePointCount(0, text.stripTrailing().length()));
        for (Window window : question.windows()) {
            Row row = packed.rows().get(window.index()).row();
            assertThat(row.length()).isEqualTo(100);
            String part = new String(points, window.start(), window.end() - window.start());
            int[] tokens = tokenizer.encode(tokenizer.specialTokens().without(part));
            int[] ids = IntStream.range(0, row.length()).map(row::tokenId).toArray();
            assertThat(Arrays.copyOfRange(ids, ids.length - 1 - tokens.length, ids.length - 1))
                    .as(part)
                    .isEqualTo(tokens);
            int first = TokenRange.windows(whole.length, tokens.length)
                    .get(window.index())
                    .first();
            assertThat(tokens).isEqualTo(Arrays.copyOfRange(whole, first, first + tokens.length));
        }
        assertThat(packed.usage().stateTokens()).isEqualTo(whole.length);
        assertThat(packed.usage().truncated()).isFalse();
        assertThat(packed.usage().truncatedQuestions()).isEmpty();
        assertThat(packed.usage().inputTokens()).isEqualTo(packed.rows().size() * 100);
        return packed.rows().size();
    }

    @Test
    void afterTheWindowsEverySentenceHasItsOwnRow() {
        List<String> written = IntStream.range(0, 40)
                .mapToObj(
                        i -> i == 20 ? "we wait for it and ".repeat(40) + "wait." : "parcel number " + i + " is late.")
                .toList();
        Tokenizer tokenizer = starter.tokenizer();
        String text = String.join(" ", written);
        PackedState packed = pack(starter, controls(100), new State.Text(text), 1000, noul());
        List<Window> read = packed.questions().getFirst().windows();
        assertThat(read).hasSize(packed.rows().size());
        int wide = read.getFirst().count();
        assertThat(read.subList(0, wide))
                .extracting(Window::index)
                .containsExactlyElementsOf(IntStream.range(0, wide).boxed().toList());
        List<Window> sentences = read.subList(wide, read.size());
        // The long one does not fit into a row.
        assertThat(sentences)
                .extracting(sentence -> text.substring(sentence.start(), sentence.end()))
                .isEqualTo(written.stream().filter(one -> one.length() < 100).toList());
        for (Window sentence : sentences) {
            assertThat(sentence.count()).isEqualTo(39);
            int[] tokens = tokenizer.encode(text.substring(sentence.start(), sentence.end()));
            Row row = packed.rows().get(wide + sentence.index()).row();
            int[] ids = IntStream.range(0, row.length()).map(row::tokenId).toArray();
            int end = ids.length - 1;
            assertThat(Arrays.copyOfRange(ids, end - tokens.length, end)).isEqualTo(tokens);
            assertThat(ids[end])
                    .isEqualTo(ids[end - tokens.length - 1])
                    .isEqualTo(tokenizer.specialTokens().sep());
        }
    }

    /** Counts the texts that it is given. */
    private static final class CountingTokenizer implements Tokenizer {
        private final Tokenizer tokenizer;
        private final Map<String, Integer> texts = new HashMap<>();

        CountingTokenizer(Tokenizer tokenizer) {
            this.tokenizer = tokenizer;
        }

        @Override
        public int[] encode(String text) {
            texts.merge(text, 1, Integer::sum);
            return tokenizer.encode(text);
        }

        @Override
        public int[] encode(String text, int limit) {
            return tokenizer.encode(text, limit);
        }

        @Override
        public Encoding encodeWithOffsets(String text) {
            texts.merge(text, 1, Integer::sum);
            return tokenizer.encodeWithOffsets(text);
        }

        @Override
        public SpecialTokens specialTokens() {
            return tokenizer.specialTokens();
        }

        @Override
        public void close() {}
    }

    @Test
    void aStateIsTokenizedOnceWhetherOrNotItIsReadInWindows() {
        CountingTokenizer counting = new CountingTokenizer(starter.tokenizer());
        Checkpoint counted = new Checkpoint(
                starter.family(),
                starter.source(),
                starter.maxLen(),
                starter.headMaxLen(),
                starter.temperatures(),
                starter.positionLimit(),
                starter.modelName(),
                starter.languages(),
                counting);
        String longText = TEXT.replace("[MASK]", " ");
        pack(counted, controls(100), new State.Text(longText), 1000, noul(), noul());
        pack(counted, controls(100), new State.Text("the parcel"), 1000, noul());
        RowPacker.of(counted, controls(100)).pack(questions(noul())).pack(new State.Text("is late"));
        assertThat(counting.texts)
                .containsOnly(Map.entry(longText, 1), Map.entry("the parcel", 1), Map.entry("is late", 1));
    }

    @Test
    void laterRoundsTokenizeNoStateAgain() {
        CountingTokenizer counting = new CountingTokenizer(starter.tokenizer());
        RememberingTokenizer remembering = new RememberingTokenizer(counting);
        int[] tokens = remembering.encodeWithOffsets("the parcel").ids();
        assertThat(remembering.encode("the parcel")).isSameAs(tokens);
        assertThat(counting.texts).containsOnly(Map.entry("the parcel", 1));
    }

    @Test
    void byteLevelTokenizersGiveOffsetsOfWholeCharacters() {
        Checkpoint english = Golden.checkpoint(Golden.tiny("english"));
        String text = "😀 é ".repeat(200);
        PackedState packed = pack(english, controls(80), new State.Text(text), 1000, noul());
        int length = text.codePointCount(0, text.length());
        assertThat(packed.questions().getFirst().windows()).allSatisfy(window -> {
            assertThat(window.start()).isBetween(0, window.end() - 1);
            assertThat(window.end()).isLessThanOrEqualTo(length);
        });
    }

    @Test
    void questionsWithDifferentRoomHaveDifferentWindows() {
        Question wide = new Question.Choice(
                "Which?",
                IntStream.range(0, 8)
                        .mapToObj(i -> new Question.Option(new JsonString("queue number " + i), Optional.empty()))
                        .toList(),
                Optional.empty());
        PackedState packed = pack(starter, controls(100), new State.Text(TEXT), 1000, noul(), wide, noul());
        List<QuestionRows> questions = packed.questions();
        assertThat(questions.get(1).count()).isGreaterThan(questions.get(0).count());
        assertThat(questions.get(1).first()).isEqualTo(questions.get(0).count());
        assertThat(questions.get(2).first())
                .isEqualTo(questions.get(1).first() + questions.get(1).count());
        assertThat(questions.get(2).windows()).isEqualTo(questions.get(0).windows());
    }

    @Test
    void aStateThatFitsHasNoWindows() {
        State state = new State.Text("the parcel is late");
        PackedState packed = pack(starter, controls(100), state, 1, noul());
        assertThat(packed.questions().getFirst().windows()).isEmpty();
        assertThat(rows(packed))
                .isEqualTo(rows(RowPacker.of(starter, controls(100))
                        .pack(questions(noul()))
                        .pack(state)));
    }

    @Test
    void aSplitQuestionIsNotReadInWindows() {
        Question many = new Question.Choice(
                "Which?",
                IntStream.range(0, 255)
                        .mapToObj(i -> new Question.Option(new JsonString("queue number " + i), Optional.empty()))
                        .toList(),
                Optional.empty());
        PackedState packed = RowPacker.of(starter, Controls.NONE, true, Optional.of(new WindowAllowance(1000)))
                .pack(questions(noul(), many))
                .pack(new State.Text(TEXT.repeat(3)));
        assertThat(packed.questions().get(0).windows()).hasSizeGreaterThan(1);
        assertThat(packed.questions().get(1).windows()).isEmpty();
        assertThat(packed.questions().get(1).count()).isEqualTo(6);
        assertThat(packed.usage().truncatedQuestions()).containsExactly("q1");
        assertThat(packed.usage().truncated()).isTrue();
    }

    @Test
    void moreWindowsThanAllowedAreRefused() {
        int needed = pack(starter, controls(100), new State.Text(TEXT), 1000, noul())
                .rows()
                .size();
        assertThat(pack(starter, controls(100), new State.Text(TEXT), 2 * needed, noul(), noul())
                        .rows())
                .hasSize(2 * needed);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> pack(starter, controls(100), new State.Text(TEXT), 2 * needed - 1, noul(), noul()))
                .satisfies(e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.TOO_LARGE))
                .withMessageContaining("over " + (2 * needed - 1));
    }

    private static List<Row> rows(PackedState packed) {
        return packed.rows().stream().map(PackedRow::row).toList();
    }

    private static PackedState pack(
            Checkpoint checkpoint, Controls controls, State state, int most, Question... questions) {
        return RowPacker.of(checkpoint, controls, false, Optional.of(new WindowAllowance(most)))
                .pack(questions(questions))
                .pack(state);
    }

    private static SequencedMap<String, Question> questions(Question... questions) {
        SequencedMap<String, Question> byId = new LinkedHashMap<>();
        for (Question question : questions) {
            byId.put("q" + byId.size(), question);
        }
        return byId;
    }

    private static Question noul() {
        return new Question.Noul(
                "Is it late?",
                new Question.Side("false", Optional.empty()),
                new Question.Side("true", Optional.empty()),
                Optional.empty());
    }

    private static Controls controls(int maxLen) {
        return new Controls(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.of(maxLen),
                OptionalInt.empty(),
                Controls.NONE.minConfidence(),
                Optional.of(true));
    }
}
