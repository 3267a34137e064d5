// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which options of an answer cannot be excluded: split conformal sets. An option can be excluded if it is less probable
 * than the right option is in all but a share of held-out rows. Whatever the probabilities are worth, the set holds the
 * right option of a new row, drawn like the held-out ones, at least as often as the level says.
 *
 * @param least an option with this probability or more cannot be excluded; in [0, 1]
 */
public record Coverage(double least) {

    /**
     * What held-out rows say for a level.
     *
     * @param heldOut probability of the right option of rows that the answers were not fitted to: [rows], in any order;
     *     not changed
     * @param level how often a set is to hold the right option, in (0, 1)
     * @return excludes nothing if there are too few rows for the level
     */
    public static Coverage of(double[] heldOut, double level) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("a level of " + level + " is not between 0 and 1");
        }
        double[] ascending = heldOut.clone();
        Arrays.sort(ascending);
        // How many of the held-out rows and the new one may miss; without the last term, (1 - 0.9) · 10 would be 0.
        int misses = Math.min(ascending.length, (int) Math.floor((1 - level) * (ascending.length + 1) + 1e-9));
        return new Coverage(misses == 0 ? 0 : ascending[misses - 1]);
    }

    /** Options of a choice or a yes/no question that cannot be excluded, the most probable one always among them. */
    public BitSet options(double[] probabilities) {
        BitSet kept = new BitSet(probabilities.length);
        int likeliest = 0;
        for (int option = 0; option < probabilities.length; option++) {
            kept.set(option, probabilities[option] >= least);
            likeliest = probabilities[option] > probabilities[likeliest] ? option : likeliest;
        }
        kept.set(likeliest);
        return kept;
    }

    /** Levels of a score, in their order: an interval from the first to the last that cannot be excluded. */
    public BitSet levels(double[] probabilities) {
        BitSet kept = options(probabilities);
        kept.set(kept.nextSetBit(0), kept.length());
        return kept;
    }
}
