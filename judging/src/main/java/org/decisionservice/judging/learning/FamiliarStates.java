// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.decisionservice.core.learning.Familiarity;
import org.decisionservice.core.learning.Features;

/** Measures the labelled states of a question, so that one unlike all of them is told. */
public final class FamiliarStates {
    /** The share of states like the labelled ones that may be called unlike them. */
    static final double FALSE_ALARMS = 0.05;

    /** Below this number of states, none of them can be called too far with so few false alarms. */
    public static final int LEAST = (int) Math.ceil(1 / FALSE_ALARMS) - 1;

    private static final int FOLDS = 10;

    private FamiliarStates() {}

    /**
     * The limit is a distance that of the labelled states, each measured by others, as many exceed as may be false
     * alarms: a new state like them exceeds it no more often (split conformal prediction).
     *
     * @return empty if there are fewer than {@link #LEAST} different states, or if they do not differ for the encoder
     */
    public static Optional<Familiarity> of(LabelledVectors rows) {
        int[] first = rows.states().stream()
                .distinct()
                .mapToInt(rows.states()::indexOf)
                .toArray();
        double[][] scaled = Arrays.stream(first)
                .mapToObj(row -> Features.scaled(rows.vectors().get(row)))
                .toArray(double[][]::new);
        if (scaled.length < LEAST || Arrays.stream(scaled).allMatch(state -> Arrays.equals(state, scaled[0]))) {
            return Optional.empty();
        }
        double[] distances = IntStream.range(0, FOLDS)
                .boxed()
                .flatMapToDouble(fold -> distances(scaled, fold))
                .sorted()
                .toArray();
        int within = (int) Math.ceil((1 - FALSE_ALARMS) * (distances.length + 1));
        return Optional.of(measured(scaled, distances[within - 1]));
    }

    /** The distances of every tenth state from the others. */
    private static DoubleStream distances(double[][] scaled, int fold) {
        double[][] seen = IntStream.range(0, scaled.length)
                .filter(state -> state % FOLDS != fold)
                .mapToObj(state -> scaled[state])
                .toArray(double[][]::new);
        Familiarity others = measured(seen, Double.POSITIVE_INFINITY);
        return IntStream.range(0, scaled.length)
                .filter(state -> state % FOLDS == fold)
                .mapToDouble(state -> others.distance(scaled[state]));
    }

    /** @param scaled [states][4 × width]; not changed */
    private static Familiarity measured(double[][] scaled, double limit) {
        double[] mean = StandardFeatures.means(scaled);
        double[][] centred = Arrays.stream(scaled).map(double[]::clone).toArray(double[][]::new);
        for (double[] state : centred) {
            for (int i = 0; i < mean.length; i++) {
                state[i] -= mean[i];
            }
        }
        double[] variances = StandardFeatures.variances(centred);
        double floor =
                StandardFeatures.FLOOR * Arrays.stream(variances).average().orElseThrow();
        for (int i = 0; i < variances.length; i++) {
            variances[i] += floor;
        }
        return new Familiarity(StandardFeatures.floats(mean), StandardFeatures.floats(variances), limit);
    }
}
