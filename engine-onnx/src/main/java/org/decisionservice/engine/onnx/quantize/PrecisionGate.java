// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import java.util.List;
import org.decisionservice.engine.spi.Logits;

/**
 * Judges a reduced precision by its answers to rows that float32 has answered too.
 *
 * @param largest the most that a probability may move
 */
public record PrecisionGate(double largest) {
    /** What a service can promise. */
    public static final PrecisionGate SERVING = new PrecisionGate(0.02);

    /** The sharpest that a checkpoint's calibration may make a distribution, beside leaving it as it is. */
    private static final List<Double> TEMPERATURES = List.of(1.0, 0.5);

    /** Whether answers that far apart, NaN never among them, are the same for a client. */
    public boolean accepts(double difference) {
        return difference <= largest;
    }

    /** The most that any probability differs, act probabilities included; NaN where an answer is no number. */
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
