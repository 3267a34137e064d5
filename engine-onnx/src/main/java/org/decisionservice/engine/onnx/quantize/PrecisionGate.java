// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import java.util.List;
import org.decisionservice.engine.spi.Logits;

/**
 * Decides whether a reduced precision is accurate enough, by comparing its answers with those of float32.
 *
 * @param largest largest accepted change of a probability
 */
public record PrecisionGate(double largest) {
    /** The gate used for serving. */
    public static final PrecisionGate SERVING = new PrecisionGate(0.02);

    /**
     * The temperatures to compare at: 1, which leaves a distribution unchanged, and the sharpest that a checkpoint may
     * set.
     */
    private static final List<Double> TEMPERATURES = List.of(1.0, 0.5);

    /** Whether a difference is small enough for clients. NaN is never accepted. */
    public boolean accepts(double difference) {
        return difference <= largest;
    }

    /** The largest difference of any probability, including act probabilities; NaN if an answer is not a number. */
    public static double difference(Logits exact, Logits reduced) {
        double largest = 0;
        for (int row = 0; row < exact.size(); row++) {
            largest = Math.max(largest, Math.abs(exact.actProbability(row) - reduced.actProbability(row)));
            for (double temperature : TEMPERATURES) {
                double[] expected = probabilities(exact, row, temperature);
                double[] actual = probabilities(reduced, row, temperature);
                for (int slot = 0; slot < expected.length; slot++) {
                    largest = Math.max(largest, Math.abs(expected[slot] - actual[slot]));
                }
            }
        }
        return largest;
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
