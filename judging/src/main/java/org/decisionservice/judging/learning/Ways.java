// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.judging.metrics.Judged;

/**
 * The ways to fit a question, and how they answer rows that they have not seen, by cross-validation.
 *
 * <p>No one way is best for every question, and few labels do not tell which is. So the answer is the mean of their
 * logits, in which a way counts {@code exp(-loss)}, where the loss is that of all rows that it has not seen: with few
 * labels all ways count, with many the best ones.
 */
final class Ways {
    private static final int FOLDS = 5;

    /** Folds below {@link #FEW} labels, where losing a fifth would distort the fit. */
    private static final int FOLDS_OF_FEW = 10;

    private static final int FEW = 30;
    private static final long SEED = 20_261_125;

    /**
     * The weight of each part of the {@link StandardFeatures}: the vectors, which are the mean and the first token
     * after the last layer and then after the middle one, and the squares of the first two.
     */
    private static final List<double[]> VIEWS = List.of(
            new double[] {0.25, 0.25, 0.25, 0.25, 0, 0},
            new double[] {0.25, 0.25, 0, 0, 0.25, 0.25},
            new double[] {1, 0, 0, 0, 0, 0},
            new double[] {0, 0, 1, 0, 0, 0},
            new double[] {0, 0, 0, 1, 0, 0});

    /**
     * The checkpoint is about right, or it knows nothing of this question; how frequent an option is, some labels
     * tell.
     */
    private static final List<OffsetRegression.Prior> PRIORS =
            List.of(new OffsetRegression.Prior(0.3, 3, 1), new OffsetRegression.Prior(0.3, 3, 0));

    /** The same, or the checkpoint is right, which some dozen labels can disprove. */
    private static final List<OffsetRegression.Prior> PRIORS_OF_FEW = Stream.concat(
                    PRIORS.stream(), Stream.of(new OffsetRegression.Prior(3, 10, 1)))
            .toList();

    /** From the heaviest, near which the minimum is known, to the lightest. */
    private static final double[] PENALTIES = {3, 1, 0.3, 0.1, 0.03, 0.01};

    /** From this number of labels on, the careful prior makes no difference that pays for the time. */
    private static final int MANY = 200;

    /** Lengths of the gradient at which a fit ends: of one that is only compared, and of the one that is kept. */
    private static final double ROUGH = 0.5;

    private static final double FINE = 1e-3;

    /** A way that counts less is left out. */
    private static final double NOTHING = 0.01;

    /** By how much more loss than that of the best a way is given up, before all folds are answered. */
    private static final double HOPELESS = 10;

    private final StandardFeatures features;
    private final List<OffsetRegression.Prior> priors;
    private final double[][] logits;
    private final int[] gold;
    /** Fold of each row: [rows]. */
    private final int[] folds;
    /** The number of rows outside of a fold with each label: [folds][options]. */
    private final int[][] labels;
    /** Logits of the rows by fits that have not seen them, of ways that were not given up: [ways][rows][options]. */
    private final double[][][] heldOut;
    /** [ways][rows] */
    private final double[][] losses;

    static double loss(double probability) {
        return -Math.log(Math.max(probability, Judged.LEAST_PROBABILITY));
    }

    static double[] softmax(double[] z) {
        double largest = Arrays.stream(z).max().orElseThrow();
        double[] p = Arrays.stream(z).map(each -> Math.exp(each - largest)).toArray();
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(each -> each / sum).toArray();
    }

    /** Fits {@code rows} in all ways, once without each fold. */
    Ways(LabelledVectors rows) {
        features = new StandardFeatures(rows.vectors());
        logits = rows.logits().toArray(double[][]::new);
        gold = rows.gold().stream().mapToInt(Integer::intValue).toArray();
        folds = folds(gold, rows.states());
        labels = new int[Arrays.stream(folds).max().orElseThrow() + 1][];
        priors = gold.length < MANY ? PRIORS_OF_FEW : PRIORS;
        int count = VIEWS.size() * priors.size() * PENALTIES.length;
        heldOut = new double[count][gold.length][];
        losses = new double[count][gold.length];
        double[] sums = new double[count];
        for (int fold = 0; fold < labels.length; fold++) {
            leaveOut(fold, sums);
        }
    }

    /** Every fold gets its share of every option's rows, and equal states are in one fold. */
    private static int[] folds(int[] gold, List<Integer> states) {
        List<Integer> order = new ArrayList<>();
        for (int row = 0; row < gold.length; row++) {
            order.add(row);
        }
        Collections.shuffle(order, new Random(SEED));
        order.sort((a, b) -> Integer.compare(gold[a], gold[b]));
        int[] folds = new int[gold.length];
        Map<Integer, Integer> ofState = new HashMap<>();
        for (int row : order) {
            int next = ofState.size() % (gold.length < FEW ? FOLDS_OF_FEW : FOLDS);
            folds[row] = Objects.requireNonNullElse(ofState.putIfAbsent(states.get(row), next), next);
        }
        return folds;
    }

    /** Rows that are in a fold, or those that are not. */
    private int[] rows(int fold, boolean in) {
        return IntStream.range(0, folds.length)
                .filter(row -> (folds[row] == fold) == in)
                .toArray();
    }

    /** The number of {@code some} rows with each label: [options]. */
    private int[] labels(int[] some) {
        int[] counts = new int[logits[0].length];
        for (int row : some) {
            counts[gold[row]]++;
        }
        return counts;
    }

    /** Sees {@code fit} for every way, in their order. */
    private interface Fitted {
        void way(int way, double[] view, double penalty, OffsetRegression regression, OffsetRegression.Fit fit);
    }

    /** Fits some rows in those ways that are {@code wanted}, among the options that they are labelled with. */
    private void fit(int[] some, int[] options, double tolerance, double[] wanted, Fitted fitted) {
        double[][] own = Arrays.stream(some)
                .mapToObj(row -> Arrays.stream(options)
                        .mapToDouble(option -> logits[row][option])
                        .toArray())
                .toArray(double[][]::new);
        int[] labelled = Arrays.stream(some)
                .map(row -> Arrays.binarySearch(options, gold[row]))
                .toArray();
        // Every prior with every view is a chain of fits, each of which begins where the one before it ended. They are
        // computed side by side and seen in their order, so that sums do not depend on which of them ends first.
        List<OffsetRegression> chains =
                VIEWS.parallelStream().map(view -> features.products(view, some, some)).toList().stream()
                        .flatMap(products ->
                                priors.stream().map(prior -> new OffsetRegression(products, own, labelled, prior)))
                        .toList();
        OffsetRegression.Fit[] fits = new OffsetRegression.Fit[wanted.length];
        IntStream.range(0, chains.size()).parallel().forEach(chain -> {
            OffsetRegression.Fit fit = chains.get(chain).start();
            for (int i = 0; i < PENALTIES.length; i++) {
                int way = chain * PENALTIES.length + i;
                if (wanted[way] > 0) {
                    fit = chains.get(chain).fit(PENALTIES[i], fit, tolerance);
                    fits[way] = fit;
                }
            }
        });
        for (int way = 0; way < wanted.length; way++) {
            if (wanted[way] > 0) {
                int chain = way / PENALTIES.length;
                double penalty = PENALTIES[way % PENALTIES.length];
                fitted.way(way, VIEWS.get(chain / priors.size()), penalty, chains.get(chain), fits[way]);
            }
        }
    }

    private static int[] labelled(int[] labels) {
        return IntStream.range(0, labels.length)
                .filter(option -> labels[option] > 0)
                .toArray();
    }

    /**
     * Answers the rows of a fold by fits to the others.
     *
     * @param sums of the losses so far: [ways]; those of this fold are added
     * @throws CancellationException if the thread is interrupted: a fit to many labels takes minutes
     */
    private void leaveOut(int fold, double[] sums) {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while labels were learned from");
        }
        int[] seen = rows(fold, false);
        int[] unseen = rows(fold, true);
        labels[fold] = labels(seen);
        int[] options = labelled(labels[fold]);
        double best = Arrays.stream(sums).min().orElseThrow();
        double[] wanted =
                Arrays.stream(sums).map(sum -> sum > best + HOPELESS ? 0 : 1).toArray();
        if (options.length > 1) {
            fit(seen, options, ROUGH, wanted, (way, view, penalty, regression, fit) -> {
                double[] bias = regression.bias(fit);
                double[][] added = regression.weights(fit, penalty, features.products(view, seen, unseen));
                for (int column = 0; column < unseen.length; column++) {
                    double[] z = new double[logits[0].length];
                    for (int i = 0; i < options.length; i++) {
                        z[options[i]] = fit.scale() * logits[unseen[column]][options[i]] + added[i][column] + bias[i];
                    }
                    heldOut[way][unseen[column]] = z;
                }
            });
        } else {
            for (double[][] way : heldOut) {
                for (int row : unseen) {
                    way[row] = logits[row].clone();
                }
            }
        }
        for (int way = 0; way < sums.length; way++) {
            for (int row : unseen) {
                losses[way][row] = wanted[way] == 0
                        ? Double.POSITIVE_INFINITY
                        : loss(answer(labels[fold], logits[row], heldOut[way][row])[gold[row]]);
                sums[way] += losses[way][row];
            }
        }
    }

    /**
     * The weight of each way for a fold, by the rows of the others, or for {@code -1} by all rows: [ways], of sum 1.
     */
    private double[] shares(int fold) {
        double[] shares = new double[losses.length];
        for (int way = 0; way < losses.length; way++) {
            for (int row = 0; row < gold.length; row++) {
                shares[way] -= folds[row] == fold ? 0 : losses[way][row];
            }
        }
        double[] soft = softmax(shares);
        double kept = 0;
        for (int way = 0; way < losses.length; way++) {
            soft[way] = soft[way] < NOTHING ? 0 : soft[way];
            kept += soft[way];
        }
        for (int way = 0; way < losses.length; way++) {
            soft[way] /= kept;
        }
        return soft;
    }

    /** Probabilities of the rows by fits, and shares of ways, that have not seen them: [rows][options]. */
    double[][] heldOut() {
        double[][] answers = new double[gold.length][];
        for (int fold = 0; fold < labels.length; fold++) {
            double[] shares = shares(fold);
            for (int row : rows(fold, true)) {
                double[] mean = new double[logits[row].length];
                for (int way = 0; way < losses.length; way++) {
                    for (int option = 0; shares[way] > 0 && option < mean.length; option++) {
                        mean[option] += shares[way] * heldOut[way][row][option];
                    }
                }
                answers[row] = answer(labels[fold], logits[row], mean);
            }
        }
        return answers;
    }

    /** The mean of the ways, fitted to all rows. */
    LearnedQuestion fitted() {
        int[] all = IntStream.range(0, gold.length).toArray();
        int[] counts = labels(all);
        int[] options = labelled(counts);
        double[] shares = shares(-1);
        double[] scale = new double[1];
        double[] bias = new double[counts.length];
        double[][] weights = new double[counts.length][features.features().count()];
        fit(all, options, FINE, shares, (way, view, penalty, regression, fit) -> {
            scale[0] += shares[way] * fit.scale();
            double[] own = regression.bias(fit);
            for (int i = 0; i < options.length; i++) {
                bias[options[i]] += shares[way] * own[i];
                features.addWeights(view, regression.times(fit, i, shares[way] / penalty), weights[options[i]]);
            }
        });
        for (int option : options) {
            bias[option] -= features.ofMean(weights[option]);
        }
        return new LearnedQuestion(
                scale[0],
                Arrays.stream(weights).map(StandardFeatures::floats).toArray(float[][]::new),
                StandardFeatures.floats(bias),
                features.features(),
                counts);
    }

    /** [options] */
    private static double[] answer(int[] labels, double[] logits, double[] learned) {
        return softmax(LearnedQuestion.keepUnlabelled(labels, logits, learned.clone()));
    }
}
