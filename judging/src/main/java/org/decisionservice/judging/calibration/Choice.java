// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.decisionservice.core.decoding.Scaling;

/**
 * Chooses between fits, and no fit at all, by cross-validation: each row is judged by fits that have not seen it. A fit
 * is taken only if it gains more than chance would, so that labels that show nothing change nothing.
 */
final class Choice {
    private static final int FOLDS = 5;
    private static final long SEED = 20_260_103;

    private Choice() {}

    /**
     * Returns the fit of {@code rows} that does best; empty if none beats {@code unchanged}.
     *
     * @param unchanged what holds without a fit; each row may have another
     */
    static Optional<Scaling> best(List<Sample> rows, List<Scaling> unchanged, List<Fit> fits) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(SEED));
        Optional<Fit> best = Optional.empty();
        double most = 0;
        for (Fit fit : fits) {
            double gain = gain(rows, unchanged, order, fit);
            if (gain > most) {
                most = gain;
                best = Optional.of(fit);
            }
        }
        return best.map(fit -> fit.of(rows));
    }

    /** The mean gain in log loss, less its standard error. */
    private static double gain(List<Sample> rows, List<Scaling> unchanged, List<Integer> order, Fit fit) {
        double sum = 0;
        double squares = 0;
        for (int fold = 0; fold < FOLDS; fold++) {
            List<Sample> seen = new ArrayList<>();
            List<Integer> held = new ArrayList<>();
            for (int i = 0; i < order.size(); i++) {
                if (i % FOLDS == fold) {
                    held.add(order.get(i));
                } else {
                    seen.add(rows.get(order.get(i)));
                }
            }
            Scaling fitted = fit.of(seen);
            for (int row : held) {
                double gain =
                        rows.get(row).loss(unchanged.get(row)) - rows.get(row).loss(fitted);
                sum += gain;
                squares += gain * gain;
            }
        }
        double mean = sum / rows.size();
        double variance = Math.max(0, squares / rows.size() - mean * mean);
        return mean - Math.sqrt(variance / rows.size());
    }
}
