// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.QuestionType;

/**
 * Endless rows of one kind, from which samples are drawn: the true numbers are known, so that intervals can be tested.
 *
 * @param options of every question
 * @param sharpness the truth is as likely as p to this power, rescaled: 1 is calibrated, less is overconfident, more is
 *     underconfident
 * @param spread standard deviation of the logits; with 5 most answers are nearly certain, and few of them wrong
 */
record Population(int options, double sharpness, double spread) {
    /** Standard deviation of the logits where nothing else is said. */
    private static final double SPREAD = 2;

    private static final int MANY = 400_000;

    Population(int options, double sharpness) {
        this(options, sharpness, SPREAD);
    }

    /** Rows with their labels. */
    List<Judged> sample(SplittableRandom random, int rows) {
        List<String> names =
                IntStream.range(0, options).mapToObj(Integer::toString).toList();
        List<Judged> sample = new ArrayList<>(rows);
        for (int row = 0; row < rows; row++) {
            double[] p = claimed(random);
            Probabilities probabilities = Probabilities.of(p);
            sample.add(new Judged(
                    "q",
                    "w",
                    QuestionType.CHOICE,
                    names,
                    "english",
                    Optional.empty(),
                    probabilities,
                    probabilities.max(),
                    right(random, p)));
        }
        return sample;
    }

    /** Accuracy, Brier score, log loss and calibration error, as endless rows have them. */
    double[] truth(SplittableRandom random) {
        List<Judged> rows = sample(random, MANY);
        return new double[] {
            rows.stream().filter(Judged::right).count() / (double) MANY,
            rows.stream().mapToDouble(Judged::brier).average().orElseThrow(),
            rows.stream().mapToDouble(Judged::logLoss).average().orElseThrow(),
            sharpness == 1 ? 0 : Reliability.of(rows).error()
        };
    }

    private double[] claimed(SplittableRandom random) {
        double[] p = new double[options];
        double sum = 0;
        for (int option = 0; option < options; option++) {
            p[option] = Math.exp(spread * random.nextGaussian());
            sum += p[option];
        }
        for (int option = 0; option < options; option++) {
            p[option] /= sum;
        }
        return p;
    }

    private int right(SplittableRandom random, double[] p) {
        double[] truth = new double[options];
        double sum = 0;
        for (int option = 0; option < options; option++) {
            truth[option] = Math.pow(p[option], sharpness);
            sum += truth[option];
        }
        double place = random.nextDouble() * sum;
        int option = 0;
        while (option < options - 1 && place >= truth[option]) {
            place -= truth[option++];
        }
        return option;
    }
}
