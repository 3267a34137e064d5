// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import java.util.Arrays;

/**
 * How well the right option fitted in rows that the answers of a question were not fitted to: the {@link
 * Coverage#score} of each. Immutable.
 */
public final class HeldOut {
    /** The lowest level that can be asked for: a set that misses more often says nothing. */
    public static final double LEAST_LEVEL = 0.5;

    /** The highest one, for which it takes 99 rows to exclude anything. */
    public static final double MOST_LEVEL = 0.99;

    private final double[] ascending;

    private HeldOut(double[] ascending) {
        this.ascending = ascending;
    }

    /**
     * Keeps the scores of rows.
     *
     * @param scores [rows], in any order; not changed
     */
    public static HeldOut of(double[] scores) {
        double[] ascending = scores.clone();
        Arrays.sort(ascending);
        return new HeldOut(ascending);
    }

    /** Number of rows. */
    public int rows() {
        return ascending.length;
    }

    /**
     * The rule that the rows give for a level.
     *
     * @param level how often a set is to hold the right option, in (0, 1)
     * @return excludes nothing if there are too few rows for the level
     */
    public Coverage at(double level) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("a level of " + level + " is not between 0 and 1");
        }
        // How many of the held-out rows and the new one may miss; without the last term, (1 - 0.9) · 10 would be 0.
        int misses = Math.min(ascending.length, (int) Math.floor((1 - level) * (ascending.length + 1) + 1e-9));
        return new Coverage(misses == 0 ? 0 : ascending[misses - 1]);
    }
}
