// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

/** The part of a row that is the same for all states, with the questions that the row asks. */
interface RowHead {
    /** Tokens of the state that fit after this head. */
    int room();

    /**
     * The row for some tokens of a state, ending in SEP if that still fits.
     *
     * @param state tokens of the whole state; not copied, so nobody may change it
     * @param first index of the first token of the state that the row shows
     * @param count tokens of the state that the row shows, at most {@link #room}
     */
    PackedRow row(int[] state, int first, int count);
}
