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

/**
 * Chooses which rows of a question to label next. A row is worth a label if its own answer is in doubt, and if many
 * rows in doubt are like it and unlike every row that has a label or is chosen already. One after the other, the row
 * with the largest product of both is taken. How like two rows are is the correlation of the encoder's vectors.
 */
public final class NextRows {
    /** Of more rows, so many are drawn for the others to be like. */
    private static final int MOST_COMPARED = 1_000;

    private static final long SEED = 20_261_128;

    /** What is sure is worth little, and not nothing. */
    private static final double LEAST_DOUBT = 1e-6;

    /** Less of a gain is one of rounding. */
    private static final double NOTHING = 1e-6;

    private final Space space;
    private final double[] doubts;
    /** Features of the rows, of length 1: [rows][width] */
    private final float[][] rows;
    /** The rows that others may be like. */
    private final int[] compared;
    /** The likeness of each row to each of these: [rows][compared] */
    private final float[][] alike;
    /** The likeness of each row to the labelled or chosen one that is most like it, in [0, 1]. */
    private final float[] covered;

    private NextRows(List<double[]> logits, List<float[]> vectors) {
        this.space = Space.of(vectors);
        this.doubts = logits.stream()
                .mapToDouble(each -> doubt(Learner.softmax(each)))
                .toArray();
        this.rows = vectors.stream().map(space::features).toArray(float[][]::new);
        this.compared = compared(rows.length);
        this.alike = Arrays.stream(rows)
                .parallel()
                .map(row -> {
                    float[] each = new float[compared.length];
                    for (int i = 0; i < each.length; i++) {
                        each[i] = product(row, rows[compared[i]]);
                    }
                    return each;
                })
                .toArray(float[][]::new);
        this.covered = new float[rows.length];
    }

    /**
     * Chooses rows, the one that is worth most first.
     *
     * @param logits of the rows as they are answered now: [rows][options]
     * @param vectors of the states of the rows: [rows][4 × width], as {@link Features} takes them
     * @param labelled vectors of rows that have a label already
     * @param count how many to choose; fewer are returned if all others are like one that is chosen
     * @return places of rows
     */
    public static List<Integer> choose(
            List<double[]> logits, List<float[]> vectors, List<float[]> labelled, int count) {
        NextRows choosing = new NextRows(logits, vectors);
        labelled.forEach(each -> choosing.cover(choosing.space.features(each)));
        List<Integer> chosen = new ArrayList<>();
        while (chosen.size() < count) {
            int best = choosing.best();
            if (best < 0) {
                break;
            }
            chosen.add(best);
            choosing.cover(choosing.rows[best]);
            // One without a token is like no row, and not like itself.
            choosing.covered[best] = 1;
        }
        return chosen;
    }

    /** The row that is worth most; -1 if none is worth anything. */
    private int best() {
        int best = -1;
        double most = 0;
        for (int row = 0; row < rows.length; row++) {
            double worth = covered[row] > 1 - NOTHING ? 0 : doubts[row] * gain(row);
            if (worth > most) {
                most = worth;
                best = row;
            }
        }
        return best;
    }

    /** The doubt that a label of this row would cover. */
    private double gain(int row) {
        double gain = doubts[row] * (1 - covered[row]);
        float[] own = alike[row];
        for (int i = 0; i < own.length; i++) {
            float more = own[i] - covered[compared[i]];
            if (more > 0 && compared[i] != row) {
                gain += doubts[compared[i]] * more;
            }
        }
        return gain;
    }

    /** Notes a row that has a label, or will have one. */
    private void cover(float[] features) {
        for (int row = 0; row < rows.length; row++) {
            covered[row] = Math.max(covered[row], product(features, rows[row]));
        }
    }

    /** The closeness of the likeliest answer to the next: 1 if both are as likely, near 0 if one of them is certain. */
    private static double doubt(double[] p) {
        double largest = 0;
        double second = 0;
        for (double each : p) {
            second = Math.max(second, Math.min(largest, each));
            largest = Math.max(largest, each);
        }
        return Math.max(1 - (largest - second), LEAST_DOUBT);
    }

    private static int[] compared(int rows) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, rows).boxed().toList());
        if (rows > MOST_COMPARED) {
            Collections.shuffle(all, new Random(SEED));
        }
        return all.stream().limit(MOST_COMPARED).mapToInt(Integer::intValue).toArray();
    }

    private static float product(float[] one, float[] other) {
        float product = 0;
        for (int i = 0; i < one.length; i++) {
            product += one[i] * other[i];
        }
        return product;
    }

    /**
     * Where rows lie.
     *
     * @param centre the mean of all rows
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Space(double[] centre) {
        static Space of(List<float[]> vectors) {
            double[] centre = new double[vectors.isEmpty() ? 0 : vectors.getFirst().length];
            for (float[] each : vectors) {
                double[] features = Features.scaled(each);
                for (int i = 0; i < centre.length; i++) {
                    centre[i] += features[i] / vectors.size();
                }
            }
            return new Space(centre);
        }

        /** Of length 1, or all 0 where that is the centre. */
        float[] features(float[] vectors) {
            double[] features = Features.scaled(vectors);
            double squares = 0;
            for (int i = 0; i < features.length; i++) {
                features[i] -= centre[i];
                squares += features[i] * features[i];
            }
            float[] scaled = new float[features.length];
            for (int i = 0; squares > SAME && i < scaled.length; i++) {
                scaled[i] = (float) (features[i] / Math.sqrt(squares));
            }
            return scaled;
        }

        /** A smaller square of a length is one of rounding. */
        private static final double SAME = 1e-12;
    }
}
