// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.decisionservice.api.Controls;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Question.Side;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;

/** Rows of a model that reads all questions of a request together. */
class JointHeadTest {
    private static final State SHORT = new State.Text("The parcel is late.");
    private static final State LONG = new State.Text("The parcel is late. I want my money back! ".repeat(40));

    private final Checkpoint tacet = Golden.checkpoint(Golden.tiny("tacet"));

    private RowPacker packer(int maxLen, Optional<WindowAllowance> windows) {
        return RowPacker.of(tacet, sizes(OptionalInt.of(maxLen), OptionalInt.empty()), false, windows);
    }

    @Test
    void aQuestionsLogitsAreThoseOfItsOwnSlots() {
        PackedState state = packer(512, Optional.empty())
                .pack(List.of(choice(3), noul(), choice(5)))
                .pack(SHORT);
        assertThat(state.rows()).hasSize(1);
        Row row = state.rows().getFirst().row();
        float[] slots = new float[row.options()];
        IntStream.range(0, slots.length).forEach(slot -> slots[slot] = slot);
        Logits logits = new Logits(List.of(slots), new float[1]);
        assertThat(state.questions().stream()
                        .map(each -> each.of(logits))
                        .map(own -> List.of(own.optionLogit(0, 0), own.optionLogit(0, own.options(0) - 1))))
                .containsExactly(List.of(0f, 2f), List.of(3f, 4f), List.of(5f, 9f));
    }

    @Test
    void whatBelongsToNoQuestionHasNoType() {
        Row row = packer(512, Optional.empty())
                .pack(List.of(choice(3), noul()))
                .pack(SHORT)
                .rows()
                .getFirst()
                .row();
        int[] types = IntStream.range(0, row.length()).map(row::type).distinct().toArray();
        assertThat(types).containsExactly(Row.NO_QUESTION, 0, 2);
        assertThat(IntStream.range(row.stateStart() - 1, row.length()).map(row::type))
                .startsWith(2, Row.NO_QUESTION)
                .endsWith(Row.NO_QUESTION);
        assertThat(row.stateEnd()).isEqualTo(row.length() - 1);
    }

    @Test
    void allQuestionsReadTheSameWindows() {
        PackedState state = packer(160, Optional.of(new WindowAllowance(1000)))
                .pack(List.of(choice(3), noul()))
                .pack(LONG);
        assertThat(state.questions().get(0).windows()).hasSizeGreaterThan(5);
        assertThat(state.questions())
                .extracting(QuestionRows::first, QuestionRows::count, QuestionRows::windows)
                .containsOnly(
                        tuple(0, state.rows().size(), state.questions().get(0).windows()));
        assertThat(state.usage().truncated()).isFalse();
    }

    @Test
    void aStateThatIsCutIsCutForAllQuestions() {
        PackedState state =
                packer(160, Optional.empty()).pack(List.of(choice(3), noul())).pack(LONG);
        assertThat(state.rows().getFirst().length()).isEqualTo(160);
        assertThat(state.usage().inputTokens()).isEqualTo(160);
        assertThat(state.usage().truncatedQuestions()).containsExactly("choice 3", "noul");
    }

    @Test
    void partsAndQuestionsThatAreToBeAloneAreAskedAsInARequestOfTheirOwn() {
        RowQuestion part = RowQuestion.part("part", choice(4).question(), false);
        Predicate<Question> alone = question -> question.optionCount() == 3;
        List<Row> rows = packer(512, Optional.empty())
                .asking(alone)
                .pack(List.of(choice(3), noul(), part, choice(5)))
                .pack(SHORT)
                .rows()
                .stream()
                .map(PackedRow::row)
                .toList();
        assertThat(rows).hasSize(3);
        assertThat(rows.get(0).options()).isEqualTo(2 + 5);
        assertThat(rows.get(1)).isEqualTo(only(choice(3)));
        assertThat(rows.get(2)).isEqualTo(only(choice(4)));
    }

    private Row only(RowQuestion question) {
        return packer(512, Optional.empty())
                .pack(List.of(question))
                .pack(SHORT)
                .rows()
                .getFirst()
                .row();
    }

    @Test
    void rowsWithOtherTypesAreOthers() {
        int[] ids = {1, 2, 3};
        int[] markers = {1};
        assertThat(List.of(
                        PackedRow.of(Row.ofTypes(ids, markers, new int[] {3, 0, 3}))
                                .digest(),
                        PackedRow.of(Row.ofTypes(ids, markers, new int[] {3, 0, 0}))
                                .digest(),
                        PackedRow.of(new Row(ids, markers, 0)).digest()))
                .doesNotHaveDuplicates();
    }

    @Test
    void questionsThatFillARowAreRefused() {
        List<RowQuestion> many =
                IntStream.range(2, 40).mapToObj(JointHeadTest::choice).toList();
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> packer(4096, Optional.empty()).pack(many))
                .satisfies(e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.NO_ROOM))
                .withMessageEndingWith("of max_len 4096 the checkpoint that answers, of the family Tacet, leaves them"
                        + " 4032; ask fewer questions at once, or shorten them");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> packer(70, Optional.empty()).pack(List.of(noul())))
                .withMessageEndingWith("leaves them 6; ask fewer questions at once, or shorten them, or raise max_len");
    }

    @Test
    void nothingIsShortenedButTheState() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> RowPacker.of(tacet, sizes(OptionalInt.empty(), OptionalInt.of(192))))
                .withMessage(
                        "'head_max_len' is set, but the checkpoint that answers is of the family Tacet, which reads"
                                + " every question whole; leave head_max_len out");
        RowPacker splitting = RowPacker.of(tacet, Controls.NONE, true, Optional.empty());
        assertThat(splitting.rows(choice(2000).question())).isEqualTo(1);
    }

    /** Groups of many options are made by these: one that just fits is packed, and one token less is too few. */
    @Test
    void optionsFitIfARowOfTheirOwnHoldsThem() {
        Question question = choice(40).question();
        OptionSizes sizes = packer(512, Optional.empty()).sizes(question);
        int spare = sizes.most() - sizes.of(IntStream.range(0, 40).boxed().toList());
        assertThat(packer(512 - spare, Optional.empty()).sizes(question).fit()).isTrue();
        assertThat(packer(512 - spare, Optional.empty())
                        .pack(List.of(choice(40)))
                        .kept()
                        .getFirst()
                        .room())
                .isEqualTo(JointHead.STATE_SHARE - 1);
        assertThat(packer(511 - spare, Optional.empty()).sizes(question).fit()).isFalse();
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> packer(511 - spare, Optional.empty()).pack(List.of(choice(40))));
    }

    private static RowQuestion choice(int options) {
        return RowQuestion.whole(
                "choice " + options,
                new Question.Choice(
                        "Which of them?",
                        IntStream.range(0, options)
                                .mapToObj(i -> new Question.Option(new JsonString("queue " + i), Optional.empty()))
                                .toList(),
                        Optional.empty()));
    }

    private static RowQuestion noul() {
        return RowQuestion.whole(
                "noul",
                new Question.Noul(
                        "It is late.",
                        new Side("false", Optional.empty()),
                        new Side("true", Optional.empty()),
                        Optional.empty()));
    }

    private static Controls sizes(OptionalInt maxLen, OptionalInt headMaxLen) {
        return new Controls(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                maxLen,
                headMaxLen,
                Controls.NONE.minConfidence(),
                Optional.empty());
    }
}
