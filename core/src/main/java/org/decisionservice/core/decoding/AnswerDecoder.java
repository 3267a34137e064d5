// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Abstention.Outcome;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.OptionSet;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.Teaching;
import org.decisionservice.api.Window;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.engine.spi.Logits;

/** Turns logits into answers. */
public final class AnswerDecoder {
    /** Keeps the logarithm finite when a probability is 0. */
    private static final double LEAST_PROBABILITY = 1e-12;

    private AnswerDecoder() {}

    /**
     * The answer to {@code question}.
     *
     * @param minConfidence the request's abstention threshold in [0, 1], if it set one
     */
    public static Answer decode(
            Question question, QuestionLogits logits, Calibration calibration, OptionalDouble minConfidence) {
        if (!logits.windows().isEmpty()) {
            return decodeWindows(question, logits, calibration, minConfidence);
        }
        return answer(
                question,
                probabilities(question, logits, calibration),
                logits.actProbability(),
                calibration,
                calibration.teaching(question, List.of(logits)),
                minConfidence);
    }

    /** The answer about a whole state that was read in windows. It names the window or sentence that decided. */
    private static Answer decodeWindows(
            Question question, QuestionLogits logits, Calibration calibration, OptionalDouble minConfidence) {
        Logits rows = logits.rows();
        List<Window> windows = logits.windows();
        List<QuestionLogits> each = IntStream.range(0, windows.size())
                .mapToObj(row -> new QuestionLogits(rows.slice(row, 1)))
                .toList();
        List<Probabilities> distributions = each.stream()
                .map(row -> probabilities(question, row, calibration))
                .toList();
        int wide = windows.getFirst().count();
        WindowEvidence evidence = SentenceEvidence.added(
                question,
                WindowEvidence.of(question, distributions.subList(0, wide)),
                wide,
                distributions.subList(wide, distributions.size()));
        int deciding = evidence.window();
        return answer(
                        question,
                        evidence.probabilities(),
                        rows.actProbability(deciding),
                        calibration,
                        calibration.teaching(question, each.subList(0, wide)),
                        minConfidence)
                .in(windows.get(deciding));
    }

    /** The probabilities of a question's options, by option, if its state was not read in windows. */
    public static Probabilities probabilities(Question question, QuestionLogits own, Calibration calibration) {
        double[] logits = own.bySlot();
        int options = question.optionCount();
        if (logits.length != options) {
            throw new IllegalArgumentException(logits.length + " logits for a question of " + options + " options");
        }
        Optional<TaughtQuestion> learned = calibration.learned(question);
        if (learned.isPresent()) {
            double[] byOption =
                    question.optionOrder().map(order -> inOrder(logits, order)).orElse(logits);
            return learned(question, calibration.learnedLogits(learned.get(), question, byOption, own.stateVectors()));
        }
        double[] bySlot = softmax(logits, calibration.scaling(question), trueSlot(question));
        return Probabilities.of(
                question.optionOrder().map(order -> inOrder(bySlot, order)).orElse(bySlot));
    }

    /**
     * The probabilities of the options of a choice that was narrowed down.
     *
     * @param logits [options] by option; overwritten
     * @param first the groups of the first round, which show all options
     */
    public static Probabilities probabilities(
            Question.Choice choice, double[] logits, List<QuestionLogits> first, Calibration calibration) {
        return calibration
                .learned(choice)
                .map(taught -> learned(
                        choice,
                        calibration.learnedLogits(
                                taught,
                                choice,
                                logits,
                                QuestionLogits.mean(first.stream()
                                        .map(QuestionLogits::stateVectors)
                                        .toList()))))
                .orElseGet(
                        () -> Probabilities.of(softmax(logits, calibration.scaling(choice), choice.optionCount() - 1)));
    }

    private static Probabilities learned(Question question, double[] logits) {
        return Probabilities.of(softmax(logits, Scaling.NONE, question.optionCount() - 1));
    }

    /**
     * The answer with these probabilities. The other parameters are those of {@link #decode}.
     *
     * @param act the act probability, in [0, 1]
     * @param teaching what labels had to do with the probabilities
     */
    public static Answer answer(
            Question question,
            Probabilities p,
            double act,
            Calibration calibration,
            Teaching teaching,
            OptionalDouble minConfidence) {
        double sure = calibration.answerConfidence(question, p.max());
        Optional<OptionSet> coverage = calibration.coverage(question, p);
        return switch (question) {
            case Question.Choice choice ->
                new Answer.Choice(
                        choice.options().stream().map(Question.Option::label).toList(),
                        p.argMax(),
                        p,
                        certainty(concentration(p), sure, act, minConfidence)
                                .by(teaching)
                                .with(coverage));
            case Question.Score score ->
                new Answer.Score(
                        p.mean(),
                        score.levels(),
                        p,
                        certainty(concentration(p), sure, act, minConfidence)
                                .by(teaching)
                                .with(coverage));
            case Question.Noul _ ->
                new Answer.Noul(
                        p,
                        certainty(Math.max(p.get(1), 1 - p.get(1)), sure, act, minConfidence)
                                .by(teaching)
                                .with(coverage));
        };
    }

    /** The probabilities for the logits in {@code p}, which are overwritten. */
    private static double[] softmax(double[] p, Scaling scaling, int trueSlot) {
        for (int slot = 0; slot < p.length; slot++) {
            p[slot] /= scaling.temperature();
        }
        if (scaling.bias() != 0) {
            p[trueSlot] += scaling.bias();
        }
        double largest = Double.NEGATIVE_INFINITY;
        for (double logit : p) {
            largest = Math.max(largest, logit);
        }
        double sum = 0;
        for (int slot = 0; slot < p.length; slot++) {
            p[slot] = Math.exp(p[slot] - largest);
            sum += p[slot];
        }
        for (int slot = 0; slot < p.length; slot++) {
            p[slot] /= sum;
        }
        return p;
    }

    /** The slot that shows the last option; for a noul, that option is {@code true}. */
    private static int trueSlot(Question question) {
        int last = question.optionCount() - 1;
        return question.optionOrder().map(order -> order.indexOf(last)).orElse(last);
    }

    /** Puts probabilities into criteria order; slot {@code s} shows option {@code order[s]}. */
    private static double[] inOrder(double[] bySlot, List<Integer> order) {
        double[] byOption = new double[bySlot.length];
        for (int slot = 0; slot < bySlot.length; slot++) {
            byOption[order.get(slot)] = bySlot[slot];
        }
        return byOption;
    }

    /** 1 − H(p)/log k, in [0, 1]; 1 for a single option. */
    private static double concentration(Probabilities p) {
        if (p.size() == 1) {
            return 1;
        }
        double entropy = 0;
        for (int i = 0; i < p.size(); i++) {
            entropy -= p.get(i) * Math.log(Math.clamp(p.get(i), LEAST_PROBABILITY, 1));
        }
        return Math.clamp(1 - entropy / Math.log(p.size()), 0, 1);
    }

    private static Certainty certainty(
            double confidence, double answerConfidence, double actProbability, OptionalDouble minConfidence) {
        Optional<Abstention> abstention = minConfidence.isPresent()
                ? Optional.of(gate(answerConfidence, minConfidence.getAsDouble()))
                : Optional.empty();
        return new Certainty(confidence, answerConfidence, actProbability, abstention);
    }

    /**
     * Compares the rounded value that the client will read, so an answer that shows exactly the threshold has passed.
     */
    private static Abstention gate(double answerConfidence, double threshold) {
        double shown = WireDecimals.round(answerConfidence);
        if (Double.isNaN(shown)) {
            return new Abstention(Outcome.UNEVALUATED, threshold);
        }
        return new Abstention(shown < threshold ? Outcome.ABSTAINED : Outcome.PASSED, threshold);
    }
}
