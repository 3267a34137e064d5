// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.decisionservice.core.learning.Features;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.judging.metrics.Judged;

/**
 * Fits one question and decides whether to keep the fit. Which features it looks at and how heavy its penalty is are
 * chosen by five-fold cross-validation. The rows of a fold are judged by a fit that has not seen them, of features and a
 * penalty that were chosen by the rows of the other folds.
 *
 * <p>That nothing gets worse counts for more than what is gained. Few labels may hold no mistake of the checkpoint, and
 * then sharper answers look better until one of them is wrong: so a fit has to gain even if the costliest mistake is
 * added to what the labels show.
 */
public final class Learner {
    /** Below this number of labels nothing is learned: chance would decide too often. */
    public static final int LEAST = 20;

    private static final int FOLDS = 5;
    private static final long SEED = 20_261_125;

    /** From the heaviest, near which the minimum is known, to the lightest. */
    private static final double[] PENALTIES = {30, 10, 3, 1, 0.3, 0.1, 0.03};

    /** Lengths of the gradient at which a fit ends: of one that is only compared, and of the one that is kept. */
    private static final double ROUGH = 0.01;

    private static final double FINE = 1e-9;

    /** By how many standard errors a fit has to gain. */
    private static final double SURE = 1;

    /** The same if there are fewer labels than {@link #FEW}. */
    private static final double SURE_OF_FEW = 1.5;

    private static final int FEW = 100;

    /** The same if there are fewer labels for each option than {@link #FEW_PER_OPTION}. */
    private static final double SURE_OF_FEW_PER_OPTION = 2.5;

    private static final int FEW_PER_OPTION = 10;

    private final LabelledVectors rows;
    private final double[][] logits;
    private final int[] gold;
    private final int[] folds;

    private Learner(LabelledVectors rows) {
        this.rows = rows;
        this.logits = rows.logits().toArray(double[][]::new);
        this.gold = rows.gold().stream().mapToInt(Integer::intValue).toArray();
        this.folds = folds(gold);
    }

    /** Fits the rows of one question. */
    public static Learning learn(LabelledVectors rows) {
        if (rows.size() < LEAST) {
            return new Learning.TooFew(rows.size());
        }
        List<Integer> unlabelled = rows.unlabelled();
        return unlabelled.isEmpty() ? new Learner(rows).learned() : new Learning.Unlabelled(unlabelled);
    }

    /** Every fold gets its share of every option's rows. */
    private static int[] folds(int[] gold) {
        List<Integer> order = new ArrayList<>();
        for (int row = 0; row < gold.length; row++) {
            order.add(row);
        }
        Collections.shuffle(order, new Random(SEED));
        order.sort((a, b) -> Integer.compare(gold[a], gold[b]));
        int[] folds = new int[gold.length];
        for (int i = 0; i < folds.length; i++) {
            folds[order.get(i)] = i % FOLDS;
        }
        return folds;
    }

    /** The features of all rows, less their mean. */
    private static final class Vectors {
        private final Features features;
        private final double[] mean;
        /** [rows][width] */
        private final double[][] centred;
        /** Of the rows with each other: [rows][rows]. */
        private final double[][] products;

        Vectors(Features features, double[] mean, double[][] centred, double[][] products) {
            this.features = features;
            this.mean = mean;
            this.centred = centred;
            this.products = products;
        }
    }

    /** A way to fit, and how it answers rows that it has not seen. */
    private static final class Way {
        private final Vectors vectors;
        private final double penalty;
        /** Probabilities: [rows][options]. */
        private final double[][] heldOut;
        /** [rows] */
        private final double[] losses;

        Way(Vectors vectors, double penalty, double[][] heldOut, double[] losses) {
            this.vectors = vectors;
            this.penalty = penalty;
            this.heldOut = heldOut;
            this.losses = losses;
        }
    }

    private Learning learned() {
        List<Way> ways = new ArrayList<>();
        for (Features features : Features.values()) {
            ways.addAll(ways(vectors(features)));
        }
        double[][] heldOut = new double[gold.length][];
        Way[] chosen = new Way[FOLDS];
        for (int fold = 0; fold < FOLDS; fold++) {
            chosen[fold] = best(ways, fold);
        }
        for (int row = 0; row < gold.length; row++) {
            heldOut[row] = chosen[folds[row]].heldOut[row];
        }
        Learning.HeldOut judged = judged(heldOut);
        if (!isSure(heldOut)) {
            return new Learning.NoGain(judged);
        }
        Way way = best(ways, FOLDS);
        return new Learning.Learned(question(way), way.penalty, judged);
    }

    private Learning.HeldOut judged(double[][] heldOut) {
        Gain gain = gain(heldOut, 0);
        return new Learning.HeldOut(List.of(heldOut), gain.mean(), gain.error());
    }

    /** Whether the gain is sure, even if the costliest mistake is added. */
    private boolean isSure(double[][] heldOut) {
        double costliest = 0;
        for (int row = 0; row < gold.length; row++) {
            double[] own = softmax(logits[row]);
            int likeliest = 0;
            for (int option = 1; option < own.length; option++) {
                likeliest = own[option] > own[likeliest] ? option : likeliest;
            }
            costliest = Math.min(costliest, loss(1 - own[likeliest]) - loss(1 - heldOut[row][likeliest]));
        }
        Gain gain = gain(heldOut, costliest);
        return gain.mean() > errors() * gain.error();
    }

    private double errors() {
        if (gold.length < FEW_PER_OPTION * rows.options()) {
            return SURE_OF_FEW_PER_OPTION;
        }
        return gold.length < FEW ? SURE_OF_FEW : SURE;
    }

    private record Gain(double mean, double error) {}

    /**
     * What rows gain in log loss over the checkpoint.
     *
     * @param mistake what one row more gains, which counts as one of these
     */
    private Gain gain(double[][] heldOut, double mistake) {
        double sum = mistake;
        double squares = mistake * mistake;
        for (int row = 0; row < gold.length; row++) {
            double gain = loss(softmax(logits[row])[gold[row]]) - loss(heldOut[row][gold[row]]);
            sum += gain;
            squares += gain * gain;
        }
        double mean = sum / gold.length;
        double variance = Math.max(0, squares / gold.length - mean * mean);
        return new Gain(mean, Math.sqrt(variance / (gold.length - 1)));
    }

    private Vectors vectors(Features features) {
        double[][] centred = rows.means().stream().map(features::of).toArray(double[][]::new);
        double[] mean = new double[centred[0].length];
        for (double[] row : centred) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += row[i] / centred.length;
            }
        }
        for (double[] row : centred) {
            for (int i = 0; i < mean.length; i++) {
                row[i] -= mean[i];
            }
        }
        double[][] products = new double[centred.length][centred.length];
        for (int row = 0; row < centred.length; row++) {
            for (int other = 0; other <= row; other++) {
                double sum = 0;
                for (int i = 0; i < mean.length; i++) {
                    sum += centred[row][i] * centred[other][i];
                }
                products[row][other] = sum;
                products[other][row] = sum;
            }
        }
        return new Vectors(features, mean, centred, products);
    }

    /** One way for each penalty. */
    private List<Way> ways(Vectors vectors) {
        double[][][] heldOut = new double[PENALTIES.length][gold.length][];
        for (int fold = 0; fold < FOLDS; fold++) {
            int[] seen = rows(fold, false);
            int[] unseen = rows(fold, true);
            OffsetRegression regression = new OffsetRegression(
                    products(vectors, seen, seen),
                    Arrays.stream(seen).mapToObj(row -> logits[row]).toArray(double[][]::new),
                    Arrays.stream(seen).map(row -> gold[row]).toArray());
            double[][] products = products(vectors, seen, unseen);
            OffsetRegression.Fit fit = regression.start();
            for (int i = 0; i < PENALTIES.length; i++) {
                fit = regression.fit(PENALTIES[i], fit, ROUGH);
                double[] bias = regression.bias(fit);
                double[][] added = regression.weights(fit, PENALTIES[i], products);
                for (int column = 0; column < unseen.length; column++) {
                    double[] z = new double[bias.length];
                    for (int option = 0; option < z.length; option++) {
                        z[option] = fit.scale() * logits[unseen[column]][option] + added[option][column] + bias[option];
                    }
                    heldOut[i][unseen[column]] = softmax(z);
                }
            }
        }
        List<Way> ways = new ArrayList<>();
        for (int i = 0; i < PENALTIES.length; i++) {
            double[] losses = new double[gold.length];
            for (int row = 0; row < losses.length; row++) {
                losses[row] = loss(heldOut[i][row][gold[row]]);
            }
            ways.add(new Way(vectors, PENALTIES[i], heldOut[i], losses));
        }
        return ways;
    }

    /** The way with the lowest loss on the rows that are not in {@code fold}. */
    private Way best(List<Way> ways, int fold) {
        Way best = ways.getFirst();
        double least = Double.POSITIVE_INFINITY;
        for (Way way : ways) {
            double loss = 0;
            for (int row : rows(fold, false)) {
                loss += way.losses[row];
            }
            if (loss < least) {
                least = loss;
                best = way;
            }
        }
        return best;
    }

    private LearnedQuestion question(Way way) {
        Vectors vectors = way.vectors;
        OffsetRegression regression = new OffsetRegression(vectors.products, logits, gold);
        OffsetRegression.Fit fit = regression.fit(way.penalty, regression.start(), FINE);
        double[][] weights = regression.weights(fit, way.penalty, vectors.centred);
        return new LearnedQuestion(
                vectors.features,
                fit.scale(),
                Arrays.stream(weights).map(Learner::floats).toArray(float[][]::new),
                floats(regression.bias(fit)),
                floats(vectors.mean));
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    /** Rows that are in a fold, or those that are not. */
    private int[] rows(int fold, boolean in) {
        return IntStream.range(0, folds.length)
                .filter(row -> (folds[row] == fold) == in)
                .toArray();
    }

    /** [of.length][with.length] */
    private static double[][] products(Vectors vectors, int[] of, int[] with) {
        return Arrays.stream(of)
                .mapToObj(row -> Arrays.stream(with)
                        .mapToDouble(other -> vectors.products[row][other])
                        .toArray())
                .toArray(double[][]::new);
    }

    private static double loss(double probability) {
        return -Math.log(Math.max(probability, Judged.LEAST_PROBABILITY));
    }

    static double[] softmax(double[] z) {
        double largest = Arrays.stream(z).max().orElseThrow();
        double[] p = Arrays.stream(z).map(each -> Math.exp(each - largest)).toArray();
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(each -> each / sum).toArray();
    }
}
