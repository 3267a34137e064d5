// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Finds labels that may be wrong: those that what the other labels taught disagrees with. */
public final class Suspects {
    private Suspects() {}

    /**
     * A label.
     *
     * @param row its place among the rows
     * @param option the index of the option that the other labels speak for
     * @param probability of that option
     */
    public record Suspect(int row, int option, double probability) {}

    /**
     * The labels for which another option is likelier, the one that is most in doubt first: the less probable a label
     * is beside the likeliest option, the sooner somebody should look at it.
     */
    public static List<Suspect> of(LabelledVectors rows, Learning.HeldOut heldOut) {
        return IntStream.range(0, rows.size())
                .filter(row -> doubt(rows, heldOut, row) > 0)
                .boxed()
                .sorted(Comparator.comparingDouble(row -> -doubt(rows, heldOut, row)))
                .map(row -> suspect(heldOut.probabilities().get(row), row))
                .toList();
    }

    private static Suspect suspect(double[] p, int row) {
        int likeliest = Learner.likeliest(p);
        return new Suspect(row, likeliest, p[likeliest]);
    }

    /** By how much the likeliest option is more probable than the label. */
    private static double doubt(LabelledVectors rows, Learning.HeldOut heldOut, int row) {
        double[] p = heldOut.probabilities().get(row);
        return p[Learner.likeliest(p)] - p[rows.gold().get(row)];
    }
}
