// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.decisionservice.api.OptionSet;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.QuestionType;
import org.decisionservice.api.Teaching;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.learning.Familiarity;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.core.learning.Learned;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.core.text.OptionTexts;

/**
 * The way from a checkpoint's logits to probabilities. A question that was learned or calibrated itself is found by its
 * wording; any other is scaled by its type and number of options, and perhaps by the language of the state. Immutable.
 *
 * @param temperatures by type and number of options
 * @param noul for every noul that was not calibrated itself; empty uses the temperatures
 * @param byWording for single questions, by {@link Wording}
 * @param binnings of answer confidences, by {@link Temperatures#bucketOf}
 * @param byLanguage for states in these languages, by language code in lower case; these replace all of the above
 *     except
 *     the scalings of single questions
 * @param learned what labels taught, which for its questions replaces all of the above; empty if none taught anything
 * @param heldOut rows that the calibration was not fitted to, of questions that were not learned, by {@link Wording}
 * @param thresholds that answers to single questions have to reach if the request sets none, in [0, 1], by {@link
 *     Wording}
 * @param level answers say which options cannot be excluded at this level, where held-out rows tell; empty for none
 */
public record Calibration(
        Temperatures temperatures,
        Optional<Scaling> noul,
        Map<String, Scaling> byWording,
        Map<String, Binning> binnings,
        Map<String, Temperatures> byLanguage,
        Optional<Learned> learned,
        Map<String, HeldOut> heldOut,
        Map<String, Double> thresholds,
        OptionalDouble level) {
    public Calibration {
        byWording = Map.copyOf(byWording);
        binnings = Map.copyOf(binnings);
        byLanguage = Map.copyOf(byLanguage);
        heldOut = Map.copyOf(heldOut);
        thresholds = Map.copyOf(thresholds);
    }

    /** The checkpoint's own numbers. */
    public static Calibration of(Temperatures temperatures) {
        return new Calibration(
                temperatures,
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                OptionalDouble.empty());
    }

    /**
     * The calibration for states in a language, which is given as a code such as {@code de}. If it has its own, the
     * held-out rows tell nothing any more: they were answered by another.
     */
    public Calibration in(String language) {
        Temperatures own = byLanguage.get(language);
        return own == null
                ? this
                : new Calibration(
                        own, Optional.empty(), byWording, Map.of(), Map.of(), learned, Map.of(), thresholds, level);
    }

    /** The same with what labels taught; empty for nothing. */
    public Calibration with(Optional<Learned> taught) {
        return new Calibration(temperatures, noul, byWording, binnings, byLanguage, taught, heldOut, thresholds, level);
    }

    /** The same for choices that are narrowed down in rounds. */
    public Calibration narrowed() {
        return learned.isEmpty() ? this : with(learned.map(Learned::narrowedAlone));
    }

    /** The same, whose answers say which options cannot be excluded at this level, where held-out rows tell. */
    public Calibration covering(OptionalDouble wanted) {
        return new Calibration(
                temperatures, noul, byWording, binnings, byLanguage, learned, heldOut, thresholds, wanted);
    }

    /** The same with thresholds of single questions, by {@link Wording}. */
    public Calibration withThresholds(Map<String, Double> measured) {
        return new Calibration(temperatures, noul, byWording, binnings, byLanguage, learned, heldOut, measured, level);
    }

    /** The threshold that answers to {@code question} have to reach if the request sets none. */
    public OptionalDouble threshold(Question question) {
        Double own = thresholds.isEmpty() ? null : thresholds.get(Wording.of(question));
        return own == null ? OptionalDouble.empty() : OptionalDouble.of(own);
    }

    /** Rows of {@code question} that its answers were not fitted to. */
    public Optional<HeldOut> heldOut(Question question) {
        return exactly(question)
                .map(TaughtQuestion::heldOut)
                .or(() ->
                        heldOut.isEmpty() ? Optional.empty() : Optional.ofNullable(heldOut.get(Wording.of(question))));
    }

    /** The options of an answer that cannot be excluded; empty if nobody wants to know, or no row tells. */
    public Optional<OptionSet> coverage(Question question, Probabilities answer) {
        if (level.isEmpty()) {
            return Optional.empty();
        }
        double wanted = level.getAsDouble();
        double[] p = IntStream.range(0, answer.size()).mapToDouble(answer::get).toArray();
        return heldOut(question)
                .map(rows -> new OptionSet(
                        wanted,
                        rows.at(wanted).options(question.type(), p).stream()
                                .boxed()
                                .toList()));
    }

    /**
     * What was learned about {@code question}, which its rows have to bring the encoder's vectors for. A choice may
     * have options that were added since.
     */
    public Optional<TaughtQuestion> learned(Question question) {
        return exactly(question).or(() -> extended(question));
    }

    private Optional<TaughtQuestion> exactly(Question question) {
        return learned.map(Learned::questions)
                .filter(Predicate.not(Map::isEmpty))
                .map(questions -> questions.get(Wording.inAnyOrder(question)));
    }

    /** The learned question that has most of the options of a choice. */
    private Optional<TaughtQuestion> extended(Question question) {
        if (question.type() != QuestionType.CHOICE
                || learned.isEmpty()
                || learned.get().choices().isEmpty()) {
            return Optional.empty();
        }
        Learned taught = learned.get();
        List<String> options = OptionTexts.render(question);
        return taught
                .choices()
                .getOrDefault(Wording.ofInstructions(question.type(), question.instructions()), List.of())
                .stream()
                .flatMap(wording -> Optional.ofNullable(taught.questions().get(wording)).stream())
                .filter(each -> each.reaches(options))
                .max(Comparator.comparingInt(each -> each.options().size()));
    }

    /** The part of labels in answers to {@code question}, asked at once or narrowed down in rounds. */
    public Teaching teachingAnyhow(Question question) {
        Teaching atOnce = teaching(question);
        Teaching inRounds = atOnce.counts() ? atOnce : narrowed().teaching(question);
        return inRounds.counts() ? inRounds : atOnce;
    }

    /** The part of labels in answers to {@code question}, whatever the state. */
    public Teaching teaching(Question question) {
        return teaching(question, List.of());
    }

    /**
     * The part of labels in an answer to {@code question}.
     *
     * @param rows that the answer comes from: if each of them is unlike all states that were labelled, so is the state;
     *     empty if there is no answer yet
     */
    public Teaching teaching(Question question, List<QuestionLogits> rows) {
        if (learned.isEmpty() || learned.get().parts().isEmpty()) {
            return Teaching.NONE;
        }
        Optional<TaughtQuestion> exactly = exactly(question);
        Optional<TaughtQuestion> taught = exactly.or(() -> extended(question));
        if (taught.isEmpty()) {
            return learnedOtherwise(learned.get().parts(), question) ? Teaching.REWORDED : Teaching.NONE;
        }
        Optional<Familiarity> states = taught.get().familiarity();
        if (states.isPresent()
                && !rows.isEmpty()
                && rows.stream().allMatch(row -> states.get().unlike(row.stateVectors()))) {
            return Teaching.UNLIKE;
        }
        return exactly.isPresent() ? Teaching.LEARNED : Teaching.EXTENDED;
    }

    /** The learned weights of {@code question}, asked at once or narrowed down in rounds. */
    public Optional<TaughtQuestion> learnedAnyhow(Question question) {
        return learned(question).or(() -> narrowed().learned(question));
    }

    /**
     * Whether a question was learned that differs from {@code question} in its options only or in its instructions
     * only. Most yes/no questions have the same two sides, so of them only the instructions count.
     */
    private static boolean learnedOtherwise(Set<String> parts, Question question) {
        QuestionType type = question.type();
        boolean sameOptions =
                type != QuestionType.NOUL && parts.contains(Wording.ofOptions(type, OptionTexts.render(question)));
        return sameOptions || parts.contains(Wording.ofInstructions(type, question.instructions()));
    }

    /** The logits of a question that was learned, by option: [options], new memory. */
    double[] learnedLogits(TaughtQuestion taught, Question question, double[] logits, float[] vectors) {
        double temperature = learned.orElseThrow().own().of(question.type(), question.optionCount());
        return taught.logits(
                OptionTexts.render(question),
                Arrays.stream(logits).map(logit -> logit / temperature).toArray(),
                vectors);
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
