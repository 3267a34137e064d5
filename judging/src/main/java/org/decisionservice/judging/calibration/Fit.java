// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Scaling;

/** A way to fit a scaling to labels. */
enum Fit {
    /** A temperature within the bounds that every checkpoint's own have. */
    TEMPERATURE(Temperatures.MOST, Double.POSITIVE_INFINITY, 0),
    /** A temperature and a bias, for yes and no: what Platt's method fits. */
    TEMPERATURE_AND_BIAS(Fit.WIDEST, Double.POSITIVE_INFINITY, 2),
    /**
     * A temperature near the one that a question has without it, as long as labels are few. It may make answers as good
     * as even, for a question of which the logits know nothing.
     */
    OWN_TEMPERATURE(Fit.WIDEST, 0.5, 0),
    /** Such a temperature and such a bias. */
    OWN_TEMPERATURE_AND_BIAS(Fit.WIDEST, 0.5, 1),
    /** The checkpoint's own temperature, for a question that differs from the others of its type. */
    NOT_CALIBRATED(Temperatures.MOST, 0, 0) {
        @Override
        Scaling of(List<Sample> rows, Scaling start) {
            return Scaling.of(rows.getFirst().temperature());
        }
    };

    private static final double WIDEST = 100;
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final int STEPS = 40;
    private static final double MOST_BIAS = 8;

    private final double most;
    private final double logTemperatures;
    private final double biases;

    /**
     * @param most the highest temperature
     * @param logTemperatures how far the logarithm of a temperature is expected from its start before any label, as a
     *     standard deviation
     * @param biases the same of a bias; 0 keeps it where it starts
     */
    Fit(double most, double logTemperatures, double biases) {
        this.most = most;
        this.logTemperatures = logTemperatures;
        this.biases = biases;
    }

    /** The most probable scaling, by the log loss of {@code rows} and by how far it is from {@code start}. */
    Scaling of(List<Sample> rows, Scaling start) {
        LabelledLogits logits = new LabelledLogits(rows);
        double log = least(
                each -> unlikelihood(logits, start, scaling(logits, start, Math.exp(each))),
                Math.log(Temperatures.LEAST),
                Math.log(most));
        return scaling(logits, start, Math.exp(log));
    }

    private Scaling scaling(LabelledLogits rows, Scaling start, double temperature) {
        if (biases == 0) {
            return new Scaling(temperature, start.bias());
        }
        double bias = least(each -> unlikelihood(rows, start, new Scaling(temperature, each)), -MOST_BIAS, MOST_BIAS);
        return new Scaling(temperature, bias);
    }

    /** Minus the logarithm of how probable {@code scaling} is, by row and but for a constant. */
    private double unlikelihood(LabelledLogits rows, Scaling start, Scaling scaling) {
        double temperature = (Math.log(scaling.temperature()) - Math.log(start.temperature())) / logTemperatures;
        double bias = biases == 0 ? 0 : (scaling.bias() - start.bias()) / biases;
        return rows.loss(scaling) + (temperature * temperature + bias * bias) / (2.0 * rows.rows());
    }

    /** The place of the least value of a function that falls and then rises, by golden section. */
    private static double least(DoubleUnaryOperator function, double from, double to) {
        double low = from;
        double high = to;
        double left = high - GOLDEN * (high - low);
        double right = low + GOLDEN * (high - low);
        double atLeft = function.applyAsDouble(left);
        double atRight = function.applyAsDouble(right);
        for (int step = 0; step < STEPS; step++) {
            if (atLeft < atRight) {
                high = right;
                right = left;
                atRight = atLeft;
                left = high - GOLDEN * (high - low);
                atLeft = function.applyAsDouble(left);
            } else {
                low = left;
                left = right;
                atLeft = atRight;
                right = low + GOLDEN * (high - low);
                atRight = function.applyAsDouble(right);
            }
        }
        return (low + high) / 2;
    }
}
