// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.Arrays;
import java.util.List;
import org.decisionservice.judging.metrics.Judged;

/**
 * Fits one question and decides whether to keep the fit, which is the mean of many: of {@link Ways ways} that look at
 * some of the {@link StandardFeatures features} or at one vector alone, and that trust the labels less or more. Each
 * counts by how well it answers rows that it has not seen. What the mean itself is worth is told by rows that had no
 * part in that either.
 *
 * <p>That nothing gets worse counts for more than what is gained. Few labels may hold no mistake of the checkpoint,
 * and then sharper answers look better until one of them is wrong. So a fit has to gain more than a part of the error
 * of its gain, even if one mistake more is added to what the labels show.
 */
public final class Learner {
    /** Below this number of labels nothing is learned: chance would decide too often. */
    public static final int LEAST = 10;

    /** By how many of its standard errors a fit has to gain. */
    private static final double SURE = 1;

    /**
     * The same with fewer labels than {@link #MANY}, which show a gain as large as they usually bring with a large
     * error. More of them need no start that others taught.
     */
    private static final double SURE_OF_FEW = 0.5;

    private static final int MANY = 50;

    /** One in ten draws of labels in any order agrees with a checkpoint by as many standard deviations. */
    private static final double BY_CHANCE = 1.28;

    private final SharedStart start;
    /** As they are answered at the start. */
    private final LabelledVectors rows;

    private final Ways ways;

    private Learner(LabelledVectors rows, SharedStart start) {
        this.start = start;
        this.rows = start.of(rows);
        this.ways = new Ways(this.rows);
    }

    /** Fits the rows of one question. */
    public static Learning learn(LabelledVectors rows) {
        return learn(rows, SharedStart.NONE);
    }

    /** The same, from where the labels of other questions lead. */
    public static Learning learn(LabelledVectors rows, SharedStart others) {
        if (rows.distinct() < LEAST) {
            return new Learning.TooFew(rows.distinct());
        }
        SharedStart start = rows.size() < MANY ? others.unlessWorse(rows) : SharedStart.NONE;
        if (rows.gold().stream().distinct().count() > 1) {
            return new Learner(rows, start).learned(rows);
        }
        return start.equals(SharedStart.NONE)
                ? new Learning.OneOption(rows.gold().getFirst())
                : ofOthers(rows, start);
    }

    /** @param asked the rows as the checkpoint answers them */
    private Learning learned(LabelledVectors asked) {
        double[][] heldOut = ways.heldOut();
        Gain careful = gain(rows, heldOut, typicalMistake(heldOut));
        if (careful.mean() > (rows.size() < MANY ? SURE_OF_FEW : SURE) * careful.error()) {
            return new Learning.Learned(start.before(ways.fitted()), heldOut(asked, heldOut), true);
        }
        return start.equals(SharedStart.NONE) ? new Learning.NoGain(heldOut(asked, heldOut)) : ofOthers(asked, start);
    }

    private static Learning.Learned ofOthers(LabelledVectors asked, SharedStart start) {
        double[][] started =
                start.of(asked).logits().stream().map(Ways::softmax).toArray(double[][]::new);
        return new Learning.Learned(
                start.alone(new StandardFeatures(asked.vectors()).features()), heldOut(asked, started), false);
    }

    private static Learning.HeldOut heldOut(LabelledVectors asked, double[][] heldOut) {
        Gain gain = gain(asked, heldOut, 0);
        return new Learning.HeldOut(List.of(heldOut), gain.mean(), gain.error());
    }

    private record Gain(double mean, double error) {}

    /**
     * The gain of held-out answers in log loss over those that {@code rows} have.
     *
     * @param mistake what one row more gains, which counts as one of these
     */
    private static Gain gain(LabelledVectors rows, double[][] heldOut, double mistake) {
        double sum = mistake;
        double squares = mistake * mistake;
        for (int row = 0; row < heldOut.length; row++) {
            int gold = rows.gold().get(row);
            double gain = Ways.loss(Ways.softmax(rows.logits().get(row))[gold]) - Ways.loss(heldOut[row][gold]);
            sum += gain;
            squares += gain * gain;
        }
        double mean = sum / heldOut.length;
        double variance = Math.max(0, squares / heldOut.length - mean * mean);
        // Rows of one state gain alike, so that they tell no more than one.
        double repeats = (double) heldOut.length / rows.distinct();
        return new Gain(mean, Math.sqrt(repeats * variance / (heldOut.length - 1)));
    }

    /** The option of the largest of {@code values}, the first of equal ones. */
    static int likeliest(double[] values) {
        int best = 0;
        for (int option = 1; option < values.length; option++) {
            best = values[option] > values[best] ? option : best;
        }
        return best;
    }

    /**
     * The loss of a fit if the checkpoint's likeliest option turns out to be wrong: the mean of the rows, each as often
     * as the checkpoint expects to be wrong about it.
     */
    private double typicalMistake(double[][] heldOut) {
        double sum = 0;
        double weights = 0;
        for (int row = 0; row < heldOut.length; row++) {
            double[] own = Ways.softmax(rows.logits().get(row));
            int likeliest = likeliest(own);
            double wrong = Math.max(1 - own[likeliest], Judged.LEAST_PROBABILITY);
            sum += wrong * Math.min(0, Ways.loss(wrong) - Ways.loss(1 - heldOut[row][likeliest]));
            weights += wrong;
        }
        return sum / weights;
    }

    /**
     * Whether neither the checkpoint nor the fit knows more of these labels than how frequent each option is, so that
     * they may be those of another question.
     */
    public static boolean seemsUnrelated(LabelledVectors rows, Learning.HeldOut heldOut) {
        double[] frequent = new double[rows.options()];
        rows.gold().forEach(option -> frequent[option]++);
        double gain = 0;
        for (int row = 0; row < rows.size(); row++) {
            int gold = rows.gold().get(row);
            // The frequency among the other rows, as if there had been one row more of each option.
            double known = frequent[gold] / (rows.size() - 1 + frequent.length);
            gain += Ways.loss(known) - Ways.loss(heldOut.probabilities().get(row)[gold]);
        }
        return gain <= 0 && agreement(rows, frequent) < BY_CHANCE;
    }

    /**
     * By how many standard deviations the checkpoint's mean loss is less than if the same labels stood at these rows
     * in any other order (the mean and the variance are those of Hoeffding's combinatorial central limit theorem).
     */
    private static double agreement(LabelledVectors rows, double[] frequent) {
        int n = rows.size();
        double own = 0;
        double all = 0;
        double[] ofRow = new double[n];
        double[] ofOption = new double[frequent.length];
        double[][] gains = new double[n][];
        for (int row = 0; row < n; row++) {
            gains[row] = Arrays.stream(Ways.softmax(rows.logits().get(row)))
                    .map(p -> -Ways.loss(p))
                    .toArray();
            own += gains[row][rows.gold().get(row)];
            for (int option = 0; option < frequent.length; option++) {
                ofRow[row] += frequent[option] * gains[row][option] / n;
                ofOption[option] += gains[row][option] / n;
            }
            all += ofRow[row] / n;
        }
        double squares = 0;
        for (int row = 0; row < n; row++) {
            for (int option = 0; option < frequent.length; option++) {
                double alone = gains[row][option] - ofRow[row] - ofOption[option] + all;
                squares += frequent[option] * alone * alone;
            }
        }
        return squares == 0 ? 0 : (own - n * all) / Math.sqrt(squares / (n - 1));
    }

    /** The probabilities of logits: [options], new memory. */
    public static double[] softmax(double[] z) {
        return Ways.softmax(z);
    }
}
