// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.decisionservice.core.learning.Familiarity;
import org.decisionservice.core.learning.Features;

/** Measures the labelled states of a question, so that one unlike all of them is told. */
public final class FamiliarStates {
    /** Below this number of states, none of them can be called too far with so few false alarms. */
    public static final int LEAST = (int) Math.ceil(1 / Familiarity.FALSE_ALARMS) - 1;

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
                .mapToObj(fold -> distances(scaled, fold))
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        int within = (int) Math.ceil((1 - Familiarity.FALSE_ALARMS) * (distances.length + 1));
        return Optional.of(Familiarity.of(scaled).within(distances[within - 1]));
    }

    /** The distances of every tenth state from the others. */
    private static List<Double> distances(double[][] scaled, int fold) {
        Familiarity others = Familiarity.of(IntStream.range(0, scaled.length)
                .filter(state -> state % FOLDS != fold)
                .mapToObj(state -> scaled[state])
                .toArray(double[][]::new));
        return IntStream.range(0, scaled.length)
                .filter(state -> state % FOLDS == fold)
                .mapToObj(state -> others.distance(scaled[state]))
                .toList();
    }
}
