// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.decoding.WireDecimals;

/**
 * An answer beside its label.
 *
 * @param question what the report calls the question: its id, or its instructions where the file gives no id
 * @param wording digest of the question as the model reads it; questions of equal wording are one question
 * @param options what the options are called, in criteria order
 * @param checkpoint name of the checkpoint that answered
 * @param language of the state, if the file or the detection names one
 * @param probabilities of the options, in criteria order, unrounded
 * @param answerConfidence the number that {@code min_confidence} is held against, in [0, 1]
 * @param gold index of the right option
 * @param context what the numbers do not depend on
 */
public record Judged(
        String question,
        String wording,
        QuestionType type,
        List<String> options,
        String checkpoint,
        Optional<String> language,
        Probabilities probabilities,
        double answerConfidence,
        int gold,
        Context context) {
    /** Below this a probability counts as this, so that one certain mistake does not make a mean infinite. */
    public static final double LEAST_PROBABILITY = 1e-15;

    public Judged {
        options = List.copyOf(options);
        if (gold < 0 || gold >= probabilities.size()) {
            throw new IllegalArgumentException("gold " + gold + " of " + probabilities.size() + " options");
        }
    }

    /** An answer that is only counted. */
    public Judged(
            String question,
            String wording,
            QuestionType type,
            List<String> options,
            String checkpoint,
            Optional<String> language,
            Probabilities probabilities,
            double answerConfidence,
            int gold) {
        this(
                question,
                wording,
                type,
                options,
                checkpoint,
                language,
                probabilities,
                answerConfidence,
                gold,
                Context.NONE);
    }

    /** The same without the text that was asked about. */
    public Judged withoutState() {
        return new Judged(
                question,
                wording,
                type,
                options,
                checkpoint,
                language,
                probabilities,
                answerConfidence,
                gold,
                context.withoutState());
    }

    /** Whether the model could not tell all options apart. */
    public boolean optionsAlike() {
        return context.distinctOptions() < options.size();
    }

    /** Whether the most probable option, the first of equals, is the right one. */
    public boolean right() {
        return probabilities.argMax() == gold;
    }

    /** The confidence as a client sees it, which is what a threshold is compared with. */
    public double shownConfidence() {
        return WireDecimals.round(answerConfidence);
    }

    /** Sum over the options of (p − 1 if right, else p)², in [0, 2]. */
    public double brier() {
        double sum = 0;
        for (int option = 0; option < probabilities.size(); option++) {
            double miss = probabilities.get(option) - (option == gold ? 1 : 0);
            sum += miss * miss;
        }
        return sum;
    }

    /** Minus the natural logarithm of the right option's probability. */
    public double logLoss() {
        return -Math.log(Math.max(probabilities.get(gold), LEAST_PROBABILITY));
    }
}
