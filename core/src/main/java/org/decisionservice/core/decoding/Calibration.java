// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.Question;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.learning.Learned;
import org.decisionservice.core.learning.LearnedQuestion;

/**
 * How the logits of a checkpoint become probabilities. A question that was learned or calibrated itself is found by its
 * wording; any other is scaled by its type and number of options, and perhaps by the language of the state. Immutable.
 *
 * @param temperatures by type and number of options
 * @param noul for every noul that was not calibrated itself; empty uses the temperatures
 * @param byWording for single questions, by {@link Wording}
 * @param binnings of answer confidences, by {@link Temperatures#bucketOf}
 * @param byLanguage for states in these languages, by language code in lower case; these replace all of the above except
 *     the scalings of single questions
 * @param learned what labels taught, which for its questions replaces all of the above
 */
public record Calibration(
        Temperatures temperatures,
        Optional<Scaling> noul,
        Map<String, Scaling> byWording,
        Map<String, Binning> binnings,
        Map<String, Temperatures> byLanguage,
        Learned learned) {
    public Calibration {
        byWording = Map.copyOf(byWording);
        binnings = Map.copyOf(binnings);
        byLanguage = Map.copyOf(byLanguage);
    }

    /** The checkpoint's own numbers. */
    public static Calibration of(Temperatures temperatures) {
        return new Calibration(temperatures, Optional.empty(), Map.of(), Map.of(), Map.of(), Learned.NOTHING);
    }

    /** The calibration for states in a language, which is given as a code such as {@code de}. */
    public Calibration in(String language) {
        Temperatures own = byLanguage.get(language);
        return own == null ? this : new Calibration(own, Optional.empty(), byWording, Map.of(), Map.of(), learned);
    }

    /** The same with what labels taught. */
    public Calibration with(Learned taught) {
        return new Calibration(temperatures, noul, byWording, binnings, byLanguage, taught);
    }

    /** What was learned about {@code question}, which its rows have to bring the encoder's means for. */
    public Optional<LearnedQuestion> learned(Question question) {
        return learned.questions().isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(learned.questions().get(Wording.of(question)));
    }

    /** The logits of a question that was learned, by option: [options], new memory. */
    double[] learnedLogits(LearnedQuestion taught, Question question, double[] logits, float[] means) {
        double temperature = learned.own().of(question.type(), question.optionCount());
        return taught.logits(
                Arrays.stream(logits).map(logit -> logit / temperature).toArray(), means);
    }

    /** The scaling of a question. */
    Scaling scaling(Question question) {
        Scaling own = byWording.isEmpty() ? null : byWording.get(Wording.of(question));
        if (own != null) {
            return own;
        }
        if (question.type() == QuestionType.NOUL && noul.isPresent()) {
            return noul.get();
        }
        return Scaling.of(temperatures.of(question.type(), question.optionCount()));
    }

    /** The confidence that an answer with {@code largest} probability reports. */
    double answerConfidence(Question question, double largest) {
        Binning binning = binnings.isEmpty() || learned(question).isPresent()
                ? null
                : binnings.get(Temperatures.bucketOf(question.type(), question.optionCount()));
        return binning == null ? largest : binning.of(largest);
    }
}
