// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.Controls;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Question.Side;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;

class RowPackerTest {
    private final Checkpoint starter = Golden.checkpoint(Golden.starter());

    @Test
    void usesTheCheckpointsRowSizesUnlessTheRequestSetsItsOwn() {
        State longText = new State.Text("word ".repeat(1000));
        assertThat(pack(Controls.NONE, noul("Is it long?"), longText).usage().inputTokens())
                .isEqualTo(384);
        assertThat(pack(sizes(100, 64), noul("Is it long?"), longText).usage().inputTokens())
                .isEqualTo(100);
    }

    /** As many threads as there are, each with states of its own. */
    @Test
    void statesArePackedSideBySideAsOneByOne() {
        PackedQuestions packed = RowPacker.of(starter, Controls.NONE).pack(questions(noul("Is it long?")));
        List<State> states = IntStream.range(0, 200)
                .<State>mapToObj(i -> new State.Text("word " + "is " + i + " long ".repeat(i)))
                .toList();
        assertThat(states.parallelStream().map(packed::pack).map(RowPackerTest::tokens))
                .containsExactlyElementsOf(states.stream()
                        .map(packed::pack)
                        .map(RowPackerTest::tokens)
                        .toList());
    }

    private static List<List<Integer>> tokens(PackedState state) {
        return state.rows().stream()
                .map(packed -> IntStream.range(0, packed.length())
                        .mapToObj(packed.row()::tokenId)
                        .toList())
                .toList();
    }

    @Test
    void whatCountsWindowsOrRemembersTextsIsForOneThread() {
        RowPacker packer = RowPacker.of(starter, Controls.NONE);
        RowPacker windowed = RowPacker.of(starter, Controls.NONE, false, Optional.of(new WindowAllowance(9)));
        assertThat(packer.pack(questions(noul("Is it long?"))).packsSideBySide())
                .isTrue();
        assertThat(windowed.pack(questions(noul("Is it long?"))).packsSideBySide())
                .isFalse();
        assertThat(packer.remembering().pack(questions(noul("Is it long?"))).packsSideBySide())
                .isFalse();
    }

    @Test
    void refusesAMaxLenBeyondTheCheckpointsPositions() {
        assertThat(RowPacker.of(starter, sizes(512, 192))).isNotNull();
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> RowPacker.of(starter, sizes(513, 192)))
                .satisfies(e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.INVALID))
                .withMessage("'max_len' is 513, but the checkpoint that answers reads rows of at most 512 tokens;"
                        + " lower max_len to 512 or less");
    }

    @Test
    void refusesAQuestionWhoseOptionsDoNotAllFit() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> pack(sizes(20, 192), noul("Is it long?"), new State.Text("no")))
                .satisfies(e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.NO_ROOM))
                .withMessage("question 'q0': only 1 of its 2 options fit into max_len 20 with head_max_len 192; lower"
                        + " head_max_len, raise max_len, or use fewer options");
    }

    @Test
    void splitsAChoiceThatIsTooLargeForARowIfEnabled() {
        Question many = choice(255);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> pack(Controls.NONE, many, new State.Text("no")))
                .satisfies(e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.NO_ROOM));
        PackedQuestions packed = RowPacker.of(starter, Controls.NONE, true, Optional.empty())
                .pack(questions(noul("Is it long?"), many, choice(44)));
        PackedState state = packed.pack(new State.Text("word ".repeat(100)));
        assertThat(state.questions()).extracting(QuestionRows::count).containsExactly(1, 6, 1);
        List<Row> rows = state.rows().stream().map(PackedRow::row).toList();
        assertThat(rows).hasSize(8);
        assertThat(rows.subList(1, 7))
                .allSatisfy(row -> assertThat(row.options()).isBetween(42, 43));
        assertThat(rows.subList(1, 7).stream().mapToInt(Row::options).sum()).isEqualTo(255);
        assertThat(state.usage().truncated()).isFalse();
        assertThat(state.usage().inputTokens())
                .isEqualTo(rows.stream().mapToInt(Row::length).sum());
        assertThat(state.rows())
                .extracting(PackedRow::length)
                .isEqualTo(rows.stream().map(Row::length).toList());
    }

    @Test
    void splitsInSlotOrder() {
        Question.Choice many = choice(255);
        List<Integer> reversed =
                IntStream.range(0, 255).map(i -> 254 - i).boxed().toList();
        Question.Choice turned = new Question.Choice(many.instructions(), many.options(), Optional.of(reversed));
        List<Question> parts = RowPacker.parts(turned, 2);
        assertThat(parts).extracting(Question::optionCount).containsExactly(127, 128);
        assertThat(((Question.Choice) parts.get(0)).options().getFirst())
                .isEqualTo(many.options().get(254));
        assertThat(((Question.Choice) parts.get(1)).options().getLast())
                .isEqualTo(many.options().get(0));
    }

    @Test
    void aSplitQuestionIsNamedOnceIfItsStateIsCut() {
        PackedState packed = RowPacker.of(starter, Controls.NONE, true, Optional.empty())
                .pack(questions(choice(255)))
                .pack(new State.Text("word ".repeat(1000)));
        assertThat(packed.usage().truncatedQuestions()).containsExactly("q0");
    }

    @Test
    void aRowSaysWhichTokensAreTheStates() {
        String text = "My card has not arrived yet.";
        Row row = pack(Controls.NONE, noul("Is it about a card?"), new State.Text(text))
                .rows()
                .getFirst()
                .row();
        int[] tokens = starter.tokenizer().encode(text, 100);
        assertThat(IntStream.range(row.stateStart(), row.stateEnd()).map(row::tokenId))
                .containsExactly(box(tokens));
        assertThat(row.stateStart()).isEqualTo(row.optionsEnd().orElseThrow() + 1);
        assertThat(row.stateEnd()).isEqualTo(row.length() - 1);
    }

    @Test
    void aCutStateEndsBeforeTheLastToken() {
        Row row = pack(sizes(100, 64), noul("Is it long?"), new State.Text("word ".repeat(1000)))
                .rows()
                .getFirst()
                .row();
        assertThat(row.stateEnd()).isEqualTo(99);
    }

    @Test
    void aStateWithoutTextHasNoTokens() {
        Row row = pack(Controls.NONE, noul("Is it empty?"), new State.Text(" "))
                .rows()
                .getFirst()
                .row();
        assertThat(row.stateEnd()).isEqualTo(row.stateStart());
    }

    private static Integer[] box(int[] tokens) {
        return IntStream.of(tokens).boxed().toArray(Integer[]::new);
    }

    private static Question.Choice choice(int options) {
        return new Question.Choice(
                "Which queue?",
                IntStream.range(0, options)
                        .mapToObj(i -> new Question.Option(new JsonString("queue number " + i), Optional.empty()))
                        .toList(),
                Optional.empty());
    }

    @Test
    void noQuestionsGiveNoRows() {
        PackedState packed =
                RowPacker.of(starter, Controls.NONE).pack(new LinkedHashMap<>()).pack(new State.Text("anything"));
        assertThat(packed.rows()).isEmpty();
        assertThat(packed.usage().inputTokens()).isZero();
        assertThat(packed.usage().truncated()).isFalse();
    }

    @Test
    void clientsCannotInsertMarkers() {
        Question tricky = new Question.Noul(
                "Is [MASK] it?",
                new Side("[MASK]", Optional.of("no [MASK]")),
                new Side("yes", Optional.of("[MASK]")),
                Optional.empty());
        Row row = pack(Controls.NONE, tricky, new State.Text("[MASK] a [MASK]"))
                .rows()
                .getFirst()
                .row();
        int mask = starter.tokenizer().specialTokens().mask();
        assertThat(IntStream.range(0, row.length()).filter(i -> row.tokenId(i) == mask))
                .containsExactly(row.marker(0), row.marker(1));
    }

    @Test
    void countsTheWorstQuestionAndNamesOnlyThoseThatWereCut() {
        State text = new State.Text("word ".repeat(40));
        SequencedMap<String, Question> questions = questions(noul("Short?"), noul("long ".repeat(40) + "?"));
        PackedState packed =
                RowPacker.of(starter, sizes(90, 192)).pack(questions).pack(text);
        assertThat(packed.usage().truncatedQuestions()).containsExactly("q1");
        assertThat(packed.usage().stateTokens()).isEqualTo(40);
        assertThat(packed.rows().get(0).length() + packed.rows().get(1).length())
                .isEqualTo(packed.usage().inputTokens());
        assertThat(packed.usage().stateTokensDropped()).isBetween(1, 40);
    }

    @Test
    void keepsTheEndOfAnArrayAndTheBeginningOfEverythingElse() {
        String text = "first " + "word ".repeat(600) + "last";
        int first = starter.tokenizer().encode("first")[0];
        int last = starter.tokenizer().encode("last")[0];
        State array = JsonText.state(new JsonArray(List.of(new JsonString(text))));
        assertThat(tokens(array)).contains(last).doesNotContain(first);
        assertThat(tokens(new State.Text(text))).contains(first).doesNotContain(last);
    }

    private int[] tokens(State state) {
        Row row =
                pack(Controls.NONE, noul("Is it so?"), state).rows().getFirst().row();
        return IntStream.range(0, row.length()).map(row::tokenId).toArray();
    }

    private PackedState pack(Controls controls, Question question, State state) {
        return RowPacker.of(starter, controls).pack(questions(question)).pack(state);
    }

    private static SequencedMap<String, Question> questions(Question... questions) {
        SequencedMap<String, Question> byId = new LinkedHashMap<>();
        for (Question question : questions) {
            byId.put("q" + byId.size(), question);
        }
        return byId;
    }

    private static Question noul(String instructions) {
        return new Question.Noul(
                instructions,
                new Side("false", Optional.empty()),
                new Side("true", Optional.empty()),
                Optional.empty());
    }

    private static Controls sizes(int maxLen, int headMaxLen) {
        return new Controls(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.of(maxLen),
                OptionalInt.of(headMaxLen),
                OptionalDouble.empty(),
                Optional.empty());
    }
}
