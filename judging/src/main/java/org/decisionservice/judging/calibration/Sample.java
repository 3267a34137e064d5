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
        return -Math.log(Math.max(probabilities(scaling)[answer.gold()], LEAST_PROBABILITY));
    }

    /** The same if the most probable option, as answered without a calibration, were wrong. */
    double lossIfWrong(Scaling scaling) {
        double likeliest = probabilities(scaling)[answer.probabilities().argMax()];
        return -Math.log(Math.max(1 - likeliest, Judged.LEAST_PROBABILITY));
    }

    private double[] probabilities(Scaling scaling) {
        int options = answer.probabilities().size();
        double[] p = new double[options];
        double largest = Double.NEGATIVE_INFINITY;
        for (int option = 0; option < options; option++) {
            // Logits but for a constant, which does not matter.
            double logit =
                    temperature * Math.log(Math.max(answer.probabilities().get(option), LEAST_PROBABILITY));
            p[option] = logit / scaling.temperature() + (option == options - 1 ? scaling.bias() : 0);
            largest = Math.max(largest, p[option]);
        }
        double sum = 0;
        for (int option = 0; option < options; option++) {
            p[option] = Math.exp(p[option] - largest);
            sum += p[option];
        }
        for (int option = 0; option < options; option++) {
            p[option] /= sum;
        }
        return p;
    }
}
