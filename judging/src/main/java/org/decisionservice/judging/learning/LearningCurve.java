// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What fewer labels would have taught: the accuracy of fits to some of the rows on all the others.
 *
 * @param points in ascending order of their labels; the first is that of the checkpoint alone
 */
public record LearningCurve(List<Point> points) {
    private static final int[] COUNTS = {10, 20, 50, 100, 200, 400, 800, 1600};
    private static final int DRAWS = 3;
    private static final long SEED = 20_261_126;

    /** A point needs as many rows to be judged on. */
    private static final int LEAST_LEFT = 30;

    /** Less than this nobody notices. */
    private static final double NOTICEABLE = 0.01;

    public LearningCurve {
        points = List.copyOf(points);
    }

    /**
     * A number of labels.
     *
     * @param accuracy mean over some draws of that many labels, in [0, 1]
     */
    public record Point(int labels, double accuracy) {}

    /** Fits some of {@code rows} again and again, each time from the same start. */
    public static LearningCurve of(LabelledVectors rows, SharedStart start) {
        List<Point> points = new ArrayList<>();
        List<Integer> all = IntStream.range(0, rows.size()).boxed().toList();
        points.add(new Point(
                0, right(rows, all, row -> Learner.softmax(rows.logits().get(row)))));
        for (int count : COUNTS) {
            if (count + LEAST_LEFT <= rows.size()) {
                points.add(new Point(count, accuracy(rows, start, all, count)));
            }
        }
        return new LearningCurve(points);
    }

    private static double accuracy(LabelledVectors rows, SharedStart start, List<Integer> all, int count) {
        double sum = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            List<Integer> order = new ArrayList<>(all);
            Collections.shuffle(order, new Random(SEED + 31L * draw + count));
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
        int right = 0;
        for (int row : places) {
            double[] values = answerer.of(row);
            int best = 0;
            for (int option = 1; option < values.length; option++) {
                best = values[option] > values[best] ? option : best;
            }
            right += best == rows.gold().get(row) ? 1 : 0;
        }
        return (double) right / places.size();
    }

    /**
     * What twice as many labels may bring in accuracy: half of what the last step brought, because each doubling brings
     * less than the one before; 0 if nobody would notice it.
     */
    public double expectedOfTwice() {
        if (points.size() < 3) {
            return 0;
        }
        double last =
                points.getLast().accuracy() - points.get(points.size() - 2).accuracy();
        return last / 2 < NOTICEABLE ? 0 : last / 2;
    }
}
