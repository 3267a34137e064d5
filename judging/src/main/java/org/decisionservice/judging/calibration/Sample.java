// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import org.decisionservice.api.Probabilities;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.judging.metrics.Judged;

/**
 * An answer beside its label, from which the logits can be had.
 *
 * @param answer as it was without calibration
 * @param temperature what its logits were divided by
 */
public record Sample(Judged answer, double temperature) {
    private static final double LEAST_PROBABILITY = 1e-300;

    /** The answer as {@code scaling} would have made it. */
    public Judged scaled(Scaling scaling) {
        double[] p = probabilities(scaling);
        Probabilities made = Probabilities.of(p);
        return new Judged(
                answer.question(),
                answer.wording(),
                answer.type(),
                answer.options(),
                answer.checkpoint(),
                answer.language(),
                made,
                made.max(),
                answer.gold(),
                answer.context());
    }

    /** Minus the logarithm of the right option's probability under {@code scaling}. */
    double loss(Scaling scaling) {
        return loss(logits(), answer.gold(), scaling);
    }

    /** The same of an answer with these logits, of which {@code gold} is the right option's. */
    static double loss(double[] logits, int gold, Scaling scaling) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int option = 0; option < logits.length; option++) {
            largest = Math.max(largest, scaled(logits, option, scaling));
        }
        double sum = 0;
        double right = 0;
        for (int option = 0; option < logits.length; option++) {
            double p = Math.exp(scaled(logits, option, scaling) - largest);
            sum += p;
            right = option == gold ? p : right;
        }
        return -Math.log(Math.max(right / sum, LEAST_PROBABILITY));
    }

    /** The same if the most probable option, as answered without a calibration, were wrong. */
    double lossIfWrong(Scaling scaling) {
        double likeliest = probabilities(scaling)[answer.probabilities().argMax()];
        return -Math.log(Math.max(1 - likeliest, Judged.LEAST_PROBABILITY));
    }

    /** The logits that the probabilities came from, but for a constant, which does not matter; [options]. */
    double[] logits() {
        double[] logits = new double[answer.probabilities().size()];
        for (int option = 0; option < logits.length; option++) {
            logits[option] =
                    temperature * Math.log(Math.max(answer.probabilities().get(option), LEAST_PROBABILITY));
        }
        return logits;
    }

    private static double scaled(double[] logits, int option, Scaling scaling) {
        return logits[option] / scaling.temperature() + (option == logits.length - 1 ? scaling.bias() : 0);
    }

    private double[] probabilities(Scaling scaling) {
        double[] logits = logits();
        double[] p = new double[logits.length];
        double largest = Double.NEGATIVE_INFINITY;
        for (int option = 0; option < p.length; option++) {
            p[option] = scaled(logits, option, scaling);
            largest = Math.max(largest, p[option]);
        }
        double sum = 0;
        for (int option = 0; option < p.length; option++) {
            p[option] = Math.exp(p[option] - largest);
            sum += p[option];
        }
        for (int option = 0; option < p.length; option++) {
            p[option] /= sum;
        }
        return p;
    }
}
