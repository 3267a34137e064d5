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
    TEMPERATURE {
        @Override
        Scaling of(LabelledLogits rows) {
            return Scaling.of(temperature(Temperatures.MOST, t -> rows.loss(Scaling.of(t))));
        }
    },
    /** A temperature that may make answers as good as even, for a question of which the logits know nothing. */
    WIDE_TEMPERATURE {
        @Override
        Scaling of(LabelledLogits rows) {
            return Scaling.of(temperature(WIDEST, t -> rows.loss(Scaling.of(t))));
        }
    },
    /** Such a temperature and a bias, for yes and no: what Platt's method fits. */
    TEMPERATURE_AND_BIAS {
        @Override
        Scaling of(LabelledLogits rows) {
            double best = temperature(WIDEST, t -> rows.loss(new Scaling(t, bias(rows, t))));
            return new Scaling(best, bias(rows, best));
        }
    };

    private static final double WIDEST = 100;
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final int STEPS = 40;
    private static final double MOST_BIAS = 8;

    /**
     * Keeps a bias moderate where labels are few or all equal: before any label it is within 2 in two cases of three.
     */
    private static final double PRIOR = 0.125;

    /** The scaling with the least log loss of {@code rows}. */
    Scaling of(List<Sample> rows) {
        return of(new LabelledLogits(rows));
    }

    abstract Scaling of(LabelledLogits rows);

    private static double temperature(double most, DoubleUnaryOperator loss) {
        return Math.exp(least(log -> loss.applyAsDouble(Math.exp(log)), Math.log(Temperatures.LEAST), Math.log(most)));
    }

    private static double bias(LabelledLogits rows, double temperature) {
        return least(
                bias -> rows.loss(new Scaling(temperature, bias)) + PRIOR * bias * bias / rows.rows(),
                -MOST_BIAS,
                MOST_BIAS);
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
