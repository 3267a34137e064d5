// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import java.util.BitSet;
import org.decisionservice.api.QuestionType;

/**
 * Which options of an answer cannot be excluded: split conformal sets. An option can be excluded if its {@link #score}
 * is lower than that of the right option in all but a share of held-out rows. Whatever the probabilities are worth, the
 * set holds the right option of a new row, drawn like the held-out ones, at least as often as the level says.
 *
 * @param least an option with this score or more cannot be excluded; in [0, 1]
 */
public record Coverage(double least) {

    /**
     * The rule that held-out rows give for a level.
     *
     * @param heldOut score of the right option of rows that the answers were not fitted to: [rows], in any order; not
     *     changed
     * @param level how often a set is to hold the right option, in (0, 1)
     * @return excludes nothing if there are too few rows for the level
     */
    public static Coverage of(double[] heldOut, double level) {
        return HeldOut.of(heldOut).at(level);
    }

    /**
     * How well an option fits: for a choice and a yes/no question its probability. The levels of a score that cannot be
     * excluded have no gap, so a level counts as much as the less probable of two: the likeliest up to it, and the
     * likeliest from it on.
     *
     * @param probabilities of the options, in criteria order
     */
    public static double score(QuestionType type, double[] probabilities, int option) {
        if (type != QuestionType.SCORE) {
            return probabilities[option];
        }
        double below = 0;
        for (int level = 0; level <= option; level++) {
            below = Math.max(below, probabilities[level]);
        }
        double above = 0;
        for (int level = option; level < probabilities.length; level++) {
            above = Math.max(above, probabilities[level]);
        }
        return Math.min(below, above);
    }

    /** The options that cannot be excluded, the most probable one always among them. */
    public BitSet options(QuestionType type, double[] probabilities) {
        BitSet kept = new BitSet(probabilities.length);
        int likeliest = 0;
        for (int option = 0; option < probabilities.length; option++) {
            kept.set(option, score(type, probabilities, option) >= least);
            likeliest = probabilities[option] > probabilities[likeliest] ? option : likeliest;
        }
        kept.set(likeliest);
        return kept;
    }
}
