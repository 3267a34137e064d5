// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.decisionservice.api.Question;
import org.decisionservice.api.RequestPlan.PlannedQuestion;
import org.decisionservice.api.RequestPlan.Text;
import org.decisionservice.core.packing.KeptTokens;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.QuestionRows;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;

/** Says how a round shows questions, for whoever asks before the round is computed. */
final class PlannedRound {
    private PlannedRound() {}

    /**
     * A question of the round.
     *
     * @param question as the client asked it
     * @param progress the same in the round
     * @param kept what the rows of each of its row questions hold
     * @param rows of the state that ask it
     * @param whole its instructions and then its options, not cut
     */
    static PlannedQuestion of(
            Question question,
            QuestionProgress progress,
            List<KeptTokens> kept,
            List<QuestionRows> rows,
            PackedState state,
            List<Text> whole) {
        int[] options = new int[question.optionCount()];
        Arrays.fill(options, Integer.MAX_VALUE);
        for (KeptTokens each : kept) {
            IntUnaryOperator asked =
                    option -> optionOf(question, each.question().question(), option);
            for (int option = 0; option < each.options().size(); option++) {
                int index = asked.applyAsInt(option);
                options[index] = Math.min(options[index], each.options().get(option));
            }
        }
        int room = kept.stream().mapToInt(KeptTokens::room).min().orElse(0);
        int windows = rows.stream()
                .mapToInt(each ->
                        each.windows().isEmpty() ? 0 : each.windows().getFirst().count())
                .sum();
        return new PlannedQuestion(
                with(
                        whole.getFirst(),
                        kept.stream().mapToInt(KeptTokens::instructions).min().orElse(0)),
                IntStream.range(0, options.length)
                        .mapToObj(option -> with(whole.get(1 + option), options[option]))
                        .toList(),
                room,
                windows > 0 ? 0 : Math.max(0, state.usage().stateTokens() - room),
                rows.stream().mapToInt(QuestionRows::count).sum(),
                windows,
                rows.stream().mapToInt(each -> each.windows().size()).sum() - windows,
                progress instanceof UnansweredQuestion unanswered && !unanswered.decides());
    }

    private static Text with(Text whole, int kept) {
        return new Text(whole.tokens(), Math.min(whole.tokens(), kept));
    }

    /** Which option of {@code asked} an option of a row is: a row may show some of a choice's options only. */
    private static int optionOf(Question asked, Question row, int option) {
        return asked instanceof Question.Choice all && row instanceof Question.Choice some
                ? all.options().indexOf(some.options().get(option))
                : option;
    }
}
