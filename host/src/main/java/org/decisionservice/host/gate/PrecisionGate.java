// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.util.Arrays;
import java.util.List;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.Logits;

/**
 * Decides whether a reduced precision is accurate enough, by comparing its answers with those of float32. It accepts
 * them if four things hold. At the 99th percentile of the rows, the largest difference of an option within a row is at
 * most the tolerance. No option differs by more than {@value #LARGEST} times the tolerance, and no act probability by
 * more than {@value #LARGEST_ACT} times. No decision has changed whose two most probable options were further apart
 * than the tolerance.
 *
 * <p>Probabilities are compared at the temperature of each probe, as clients receive them.
 *
 * @param tolerance how far a probability may move, above 0 and at most 1
 */
public record PrecisionGate(double tolerance) {
    /** The tolerance of a deployment that sets none. */
    public static final double DEFAULT_TOLERANCE = 0.02;

    /** The largest accepted difference, as a multiple of the tolerance. */
    private static final double LARGEST = 1.5;

    private static final double PERCENTILE = 0.99;

    /**
     * The largest accepted difference of an act probability, as a multiple of the tolerance. It is no answer: it says
     * how sure a second head is of one, and moves furthest where little depends on it.
     */
    private static final double LARGEST_ACT = 3;

    public PrecisionGate {
        if (!(tolerance > 0 && tolerance <= 1)) {
            throw new IllegalArgumentException("a tolerance is above 0 and at most 1, not " + tolerance);
        }
    }

    /**
     * Compares the answers of two precisions to the same probes.
     *
     * @param probes at least one
     * @param exact answers in float32, one for each probe
     * @param reduced answers in the reduced precision, one for each probe
     */
    public PrecisionReport compare(List<Probe> probes, Logits exact, Logits reduced) {
        double[] differences = new double[probes.size()];
        double act = 0;
        int changed = 0;
        boolean clearOnesKept = true;
        for (int row = 0; row < differences.length; row++) {
            double[] expected = probabilities(exact, row, probes.get(row).temperature());
            double[] actual = probabilities(reduced, row, probes.get(row).temperature());
            act = Math.max(act, Math.abs(exact.actProbability(row) - reduced.actProbability(row)));
            for (int slot = 0; slot < expected.length; slot++) {
                differences[row] = Math.max(differences[row], Math.abs(expected[slot] - actual[slot]));
            }
            if (highest(expected) != highest(actual)) {
                changed++;
                clearOnesKept &= margin(expected) <= tolerance;
            }
        }
        // NaN sorts last, so it is the largest, and no comparison with it holds.
        Arrays.sort(differences);
        double largest = differences[differences.length - 1];
        double percentile = percentile(differences);
        boolean accepted = percentile <= tolerance
                && largest <= LARGEST * tolerance
                && act <= LARGEST_ACT * tolerance
                && clearOnesKept;
        return new PrecisionReport(differences.length, largest, percentile, act, changed, accepted);
    }

    /** Interpolates between the two nearest ranks, because some dozens of rows have no hundredth. */
    private static double percentile(double[] sorted) {
        double place = PERCENTILE * (sorted.length - 1);
        int below = (int) place;
        double lower = sorted[below];
        double upper = sorted[Math.min(below + 1, sorted.length - 1)];
        return lower + (place - below) * (upper - lower);
    }

    /** The slot of the most probable option; the first of them if several are. */
    private static int highest(double[] probabilities) {
        int best = 0;
        for (int slot = 1; slot < probabilities.length; slot++) {
            if (probabilities[slot] > probabilities[best]) {
                best = slot;
            }
        }
        return best;
    }

    /** The distance between the two most probable options; 1 if there is only one. */
    private static double margin(double[] probabilities) {
        double[] sorted = probabilities.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length - 1] - (sorted.length > 1 ? sorted[sorted.length - 2] : 0);
    }

    private static double[] probabilities(Logits logits, int row, double temperature) {
        double[] values = new double[logits.options(row)];
        double highest = Double.NEGATIVE_INFINITY;
        for (int slot = 0; slot < values.length; slot++) {
            values[slot] = logits.optionLogit(row, slot) / temperature;
            highest = Math.max(highest, values[slot]);
        }
        double sum = 0;
        for (int slot = 0; slot < values.length; slot++) {
            values[slot] = Math.exp(values[slot] - highest);
            sum += values[slot];
        }
        for (int slot = 0; slot < values.length; slot++) {
            values[slot] /= sum;
        }
        return values;
    }
}
