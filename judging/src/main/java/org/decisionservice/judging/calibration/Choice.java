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
 * Chooses between fits, and no fit at all, by cross-validation: each row is judged by fits that have not seen it, and
 * so is what the fit would replace. A fit is taken only if it gains more than chance would, so that labels that show
 * nothing change nothing.
 */
final class Choice {
    static final int FOLDS = 5;

    private static final long SEED = 20_260_103;

    /** The fold of a fit that leaves no row out. */
    static final int NONE = -1;

    /** By how many standard errors a fit has to gain; more of them if there are fewer labels than {@link #FEW}. */
    private static final double SURE = 1;

    private static final double SURE_OF_FEW = 2;

    /** The number for a fit that stays near what it replaces, because it costs little if there is nothing to gain. */
    private static final double NEAR = 0.5;

    private static final int FEW = 100;

    /** The scaling that a row has without the fit, as fitted without the rows of a fold, or of {@link #NONE}. */
    @FunctionalInterface
    interface Base {
        Scaling of(int row, int fold);
    }

    /**
     * A fit that was taken.
     *
     * @param scaling of all rows
     * @param without by fold, of the rows outside it
     */
    record Chosen(Scaling scaling, List<Scaling> without) {}

    private final List<Sample> rows;
    private final int[] folds;

    Choice(List<Sample> rows) {
        this.rows = List.copyOf(rows);
        folds = new int[rows.size()];
        List<Integer> order = new ArrayList<>(Collections.nCopies(rows.size(), 0));
        for (int i = 0; i < folds.length; i++) {
            order.set(i, i);
        }
        Collections.shuffle(order, new Random(SEED));
        for (int i = 0; i < folds.length; i++) {
            folds[order.get(i)] = i % FOLDS;
        }
    }

    /** The fold that a row is left out with. */
    int fold(int row) {
        return folds[row];
    }

    /** Returns the fit that gains most on the rows {@code own}, which are of one kind; empty if none gains for sure. */
    Optional<Chosen> best(List<Integer> own, Base base, List<Fit> fits) {
        Optional<Chosen> best = Optional.empty();
        double most = 0;
        for (Fit fit : fits) {
            Chosen chosen = fitted(own, base, fit);
            double gain = gain(own, base, chosen).beyond(errors(fit, own.size()));
            if (gain > most) {
                most = gain;
                best = Optional.of(chosen);
            }
        }
        return best;
    }

    private static double errors(Fit fit, int labels) {
        return switch (fit) {
            case TEMPERATURE, TEMPERATURE_AND_BIAS -> labels < FEW ? SURE_OF_FEW : SURE;
            case OWN_TEMPERATURE, OWN_TEMPERATURE_AND_BIAS -> NEAR;
            case NOT_CALIBRATED -> 0;
        };
    }

    private Chosen fitted(List<Integer> own, Base base, Fit fit) {
        List<Scaling> without = new ArrayList<>(FOLDS);
        for (int fold = 0; fold < FOLDS; fold++) {
            without.add(without(fold, own, base, fit));
        }
        return new Chosen(without(NONE, own, base, fit), without);
    }

    private Scaling without(int fold, List<Integer> own, Base base, Fit fit) {
        return fit.of(
                own.stream().filter(row -> folds[row] != fold).map(rows::get).toList(), base.of(own.getFirst(), fold));
    }

    /**
     * The gain of a fit in log loss on rows that it has not seen.
     *
     * @param mean per row
     * @param deviation of a single row
     */
    private record Gain(double mean, double deviation, int rows) {
        /** The mean less so many standard errors. */
        double beyond(double errors) {
            return mean - errors * deviation / Math.sqrt(rows);
        }
    }

    private Gain gain(List<Integer> own, Base base, Chosen chosen) {
        double sum = 0;
        double squares = 0;
        for (int row : own) {
            int fold = folds[row];
            double gain = rows.get(row).loss(base.of(row, fold))
                    - rows.get(row).loss(chosen.without().get(fold));
            sum += gain;
            squares += gain * gain;
        }
        double mistake = mistake(own, base, chosen);
        sum += mistake;
        squares += mistake * mistake;
        double mean = sum / own.size();
        return new Gain(mean, Math.sqrt(Math.max(0, squares / own.size() - mean * mean)), own.size());
    }

    /**
     * The most that one mistake more would cost, as a gain of 0 or less. Few labels may hold no mistake at all, and
     * then the sharpest answers look best.
     */
    private double mistake(List<Integer> own, Base base, Chosen chosen) {
        double most = 0;
        for (int row : own) {
            Scaling now = base.of(row, folds[row]);
            Scaling then = chosen.without().get(folds[row]);
            most = Math.min(most, rows.get(row).lossIfWrong(now) - rows.get(row).lossIfWrong(then));
        }
        return most;
    }
}
