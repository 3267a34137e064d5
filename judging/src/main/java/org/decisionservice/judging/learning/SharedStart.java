// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.learning.Features;
import org.decisionservice.core.learning.LearnedQuestion;

/**
 * Where the fit of a yes/no question begins: at the checkpoint's answers, or at what the labels of other yes/no
 * questions made of them. How sure a checkpoint is and whether it leans to yes or to no are much the same for all of
 * them, and ten labels of each of twenty questions tell it better than ten of one.
 *
 * @param scale of the checkpoint's logits
 * @param bias added to the logit of {@code true}
 * @param no how many labels that taught it say no
 * @param yes how many say yes
 */
public record SharedStart(double scale, double bias, int no, int yes) {
    /** The checkpoint's own answers. */
    public static final SharedStart NONE = new SharedStart(1, 0, 0, 0);

    /** With fewer questions nothing tells what they have in common. */
    private static final int LEAST_QUESTIONS = 5;

    /** By how many standard errors all rows together have to gain. */
    private static final double SURE = 2;

    /** By how many standard errors the rows of a question have to lose, so that it goes without. */
    private static final double WORSE = 2;

    /** Precisions of the scale, around 1, and of the bias, around 0, as at the beginning of most fits. */
    private static final double PRIOR_OF_SCALE = 3;

    private static final double PRIOR_OF_BIAS = 0.3;

    private static final int STEPS = 50;
    private static final double SMALL = 1e-9;

    /**
     * The starts of questions, which only yes/no questions have: the options of others have nothing in common.
     *
     * @param types of the questions, in their order
     */
    public static List<SharedStart> of(List<QuestionType> types, List<LabelledVectors> questions) {
        List<Integer> yesNo = IntStream.range(0, types.size())
                .filter(i -> types.get(i) == QuestionType.NOUL)
                .boxed()
                .toList();
        List<SharedStart> shared = of(yesNo.stream().map(questions::get).toList());
        List<SharedStart> starts = new ArrayList<>(Collections.nCopies(types.size(), NONE));
        for (int i = 0; i < yesNo.size(); i++) {
            starts.set(yesNo.get(i), shared.get(i));
        }
        return starts;
    }

    /**
     * The starts of yes/no questions. The labels of a question have no part in its own.
     *
     * @return one for each; all are {@link #NONE} if there are few questions, or if their labels do not show for sure
     *     that others' help
     */
    static List<SharedStart> of(List<LabelledVectors> questions) {
        List<SharedStart> starts = new ArrayList<>();
        List<double[]> gains = new ArrayList<>();
        for (int own = 0; own < questions.size(); own++) {
            LabelledVectors question = questions.get(own);
            List<LabelledVectors> others = new ArrayList<>(questions);
            others.remove(own);
            SharedStart start = fitted(others);
            starts.add(start);
            if (question.size() >= Learner.LEAST) {
                gains.add(start.gains(question));
            }
        }
        double[] all = gains.stream().flatMapToDouble(Arrays::stream).toArray();
        return gains.size() >= LEAST_QUESTIONS && mean(all) > SURE * errorOfMean(all)
                ? Collections.unmodifiableList(starts)
                : Collections.nCopies(questions.size(), NONE);
    }

    /**
     * What Platt's method fits, as for a calibration, but by Newton's steps, because it is fitted anew for each
     * question. The priors keep the curvature away from 0.
     */
    private static SharedStart fitted(List<LabelledVectors> questions) {
        double scale = 1;
        double bias = 0;
        for (int step = 0; step < STEPS; step++) {
            double byScale = PRIOR_OF_SCALE * (scale - 1);
            double byBias = PRIOR_OF_BIAS * bias;
            double scaleTwice = PRIOR_OF_SCALE;
            double biasTwice = PRIOR_OF_BIAS;
            double both = 0;
            for (LabelledVectors question : questions) {
                for (int row = 0; row < question.size(); row++) {
                    double[] logits = question.logits().get(row);
                    double odds = logits[1] - logits[0];
                    double p = 1 / (1 + Math.exp(-scale * odds - bias));
                    double over = p - question.gold().get(row);
                    double curvature = p * (1 - p);
                    byScale += over * odds;
                    byBias += over;
                    scaleTwice += curvature * odds * odds;
                    biasTwice += curvature;
                    both += curvature * odds;
                }
            }
            double determinant = scaleTwice * biasTwice - both * both;
            double scaleStep = (biasTwice * byScale - both * byBias) / determinant;
            double biasStep = (scaleTwice * byBias - both * byScale) / determinant;
            // Far from the minimum a whole step may lead further away; where it is short, it is whole.
            double whole = Math.min(1, 1 / Math.hypot(scaleStep, biasStep));
            scale -= whole * scaleStep;
            bias -= whole * biasStep;
            if (Math.hypot(scaleStep, biasStep) < SMALL) {
                break;
            }
        }
        int labels = questions.stream().mapToInt(LabelledVectors::size).sum();
        int yes = questions.stream()
                .flatMap(question -> question.gold().stream())
                .mapToInt(gold -> gold)
                .sum();
        return new SharedStart(scale, bias, labels - yes, yes);
    }

    /** The gain of each row of a question in log loss. */
    private double[] gains(LabelledVectors question) {
        List<double[]> started = of(question).logits();
        return IntStream.range(0, question.size())
                .mapToDouble(row -> {
                    int gold = question.gold().get(row);
                    return Ways.loss(Ways.softmax(question.logits().get(row))[gold])
                            - Ways.loss(Ways.softmax(started.get(row))[gold]);
                })
                .toArray();
    }

    /** This start, or none if it makes the answers to a question worse for sure. */
    SharedStart unlessWorse(LabelledVectors question) {
        double[] gains = gains(question);
        return mean(gains) < -WORSE * errorOfMean(gains) ? NONE : this;
    }

    private static double errorOfMean(double[] values) {
        double mean = mean(values);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (values.length - 1) / values.length);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** The rows as they are answered at the beginning. */
    LabelledVectors of(LabelledVectors rows) {
        if (equals(NONE)) {
            return rows;
        }
        List<double[]> logits = rows.logits().stream().map(this::of).toList();
        return new LabelledVectors(logits, rows.vectors(), rows.gold(), rows.states());
    }

    private double[] of(double[] logits) {
        return new double[] {scale * logits[0], scale * logits[1] + bias};
    }

    /** What was learned on top of this start, as learned on top of the checkpoint's answers. */
    LearnedQuestion before(LearnedQuestion learned) {
        if (equals(NONE)) {
            return learned;
        }
        return new LearnedQuestion(
                learned.scale() * scale,
                new float[][] {learned.weights(0), learned.weights(1)},
                new float[] {learned.bias(0), (float) (learned.bias(1) + learned.scale() * bias)},
                learned.features(),
                new int[] {learned.labels(0), learned.labels(1)});
    }

    /** A question that is answered as at the start. */
    LearnedQuestion alone(Features features) {
        return new LearnedQuestion(
                scale, new float[2][features.count()], new float[] {0, (float) bias}, features, new int[] {no, yes});
    }
}
