// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.judging.metrics.Interval;

/**
 * The effect of fewer labels: the accuracy of fits to some of the rows on the others.
 *
 * @param points in ascending order of their labels: first that of the checkpoint alone, last that of all labels
 * @param last what the second half of the labels brought; empty if there are too few to tell
 */
public record LearningCurve(List<Point> points, Optional<Doubling> last) {
    private static final int[] COUNTS = {10, 20, 50, 100, 200, 400, 800, 1600};
    private static final int DRAWS = 3;
    private static final long SEED = 20_261_126;

    /** A point needs as many rows to be judged on. */
    private static final int LEAST_LEFT = 30;

    /** The number of times that the labels are halved. */
    private static final int HALVINGS = 2;

    /** Two points of the scale are at least so far from each other. */
    private static final double APART = 1.5;

    public LearningCurve {
        points = List.copyOf(points);
    }

    /**
     * A number of labels.
     *
     * @param accuracy mean over some draws of that many labels, in [0, 1]
     */
    public record Point(int labels, double accuracy) {}

    /**
     * The gain of the last doubling of the labels.
     *
     * @param gain in accuracy, the mean over all rows
     * @param error standard error of the gain
     */
    public record Doubling(double gain, double error) {
        /** 95 of 100 draws of a normal distribution lie within so many standard errors. */
        private static final double NORMAL_95 = 1.96;

        /** Less than this nobody notices. */
        private static final double NOTICEABLE = 0.01;

        /** Where the gain lies in 95 of 100 cases. */
        public Interval interval() {
            return new Interval(gain - NORMAL_95 * error, gain + NORMAL_95 * error);
        }

        /**
         * The likely gain of the next doubling: half of what the last one did, as doublings do, or hardly more than
         * that one may have. A doubling that brought less than nothing was unlucky.
         */
        public Interval next() {
            return new Interval(Math.max(0, interval().low() / 2), Math.max(0, gain) + NORMAL_95 * error);
        }

        /** Whether it is for sure that nobody would notice the next doubling. */
        public boolean isLast() {
            return next().high() < NOTICEABLE;
        }
    }

    /**
     * Fits some of {@code rows} again and again, each time from the same start.
     *
     * @param all how the rows are answered by fits to the others
     */
    public static LearningCurve of(LabelledVectors rows, SharedStart start, Learning.HeldOut all) {
        List<Integer> places = IntStream.range(0, rows.size()).boxed().toList();
        List<Point> points = new ArrayList<>();
        points.add(new Point(
                0, right(rows, places, row -> Learner.softmax(rows.logits().get(row)))));
        int half = rows.size() / 2;
        boolean halves = half >= Learner.LEAST;
        for (int count : COUNTS) {
            if (count + LEAST_LEFT <= rows.size() && (!halves || count * APART <= half)) {
                points.add(new Point(count, accuracy(rows, start, places, count)));
            }
        }
        double[] atAll = new double[rows.size()];
        places.forEach(row ->
                atAll[row] = isRight(all.probabilities().get(row), rows.gold().get(row)) ? 1 : 0);
        Optional<Doubling> last = Optional.empty();
        if (halves) {
            double[] atHalf = byHalves(rows, start, places);
            double mean = mean(atHalf);
            points.add(new Point(half, mean));
            last = Optional.of(doubling(rows, atHalf, atAll));
        }
        points.add(new Point(rows.size(), mean(atAll)));
        return new LearningCurve(points, last);
    }

    /** How often each row is right by fits to halves of the rows that it is not in: [rows]. */
    private static double[] byHalves(LabelledVectors rows, SharedStart start, List<Integer> places) {
        double[] right = new double[rows.size()];
        for (int draw = 0; draw < HALVINGS; draw++) {
            List<Integer> order = shuffled(rows, places, SEED + draw);
            int half = order.size() / 2;
            for (List<Integer> seen : List.of(order.subList(0, half), order.subList(half, order.size()))) {
                Learning learning = Learner.learn(rows.rows(seen), start);
                Set<Integer> taught = Set.copyOf(seen);
                for (int row : order) {
                    if (!taught.contains(row)) {
                        right[row] +=
                                isRight(answer(learning, rows, row), rows.gold().get(row)) ? 1.0 / HALVINGS : 0;
                    }
                }
            }
        }
        return right;
    }

    private static Doubling doubling(LabelledVectors rows, double[] half, double[] all) {
        double[] gains = IntStream.range(0, all.length)
                .mapToDouble(row -> all[row] - half[row])
                .toArray();
        double mean = mean(gains);
        double squares = 0;
        for (double gain : gains) {
            squares += (gain - mean) * (gain - mean);
        }
        // If all are alike, one row that is not is to be reckoned with.
        return new Doubling(mean, Math.sqrt(Math.max(1, squares) / rows.distinct() / gains.length));
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** The rows in any order, those of equal states one after the other. */
    private static List<Integer> shuffled(LabelledVectors rows, List<Integer> places, long seed) {
        List<Integer> order = new ArrayList<>(places);
        Collections.shuffle(order, new Random(seed));
        return order.stream()
                .collect(Collectors.groupingBy(row -> rows.states().get(row), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    private static double accuracy(LabelledVectors rows, SharedStart start, List<Integer> all, int count) {
        double sum = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            List<Integer> order = shuffled(rows, all, SEED + 31L * draw + count);
            Learning learning = Learner.learn(rows.rows(order.subList(0, count)), start);
            sum += right(rows, order.subList(count, order.size()), row -> answer(learning, rows, row));
        }
        return sum / DRAWS;
    }

    private static double[] answer(Learning learning, LabelledVectors rows, int row) {
        double[] own = rows.logits().get(row);
        return learning instanceof Learning.Learned learned
                ? learned.question().logits(own, rows.vectors().get(row))
                : own;
    }

    /** The larger the value of an option, the likelier it is. */
    private interface Answerer {
        double[] of(int row);
    }

    private static double right(LabelledVectors rows, List<Integer> places, Answerer answerer) {
        return (double) places.stream()
                        .filter(row -> isRight(answerer.of(row), rows.gold().get(row)))
                        .count()
                / places.size();
    }

    private static boolean isRight(double[] values, int gold) {
        return Learner.likeliest(values) == gold;
    }
}
