// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Splits the rows of many states into forward passes without changing their order, between states if possible. Used for
 * one request; not thread-safe.
 */
public final class RowBatcher {
    private final int tokenBudget;
    private final OptionalInt statesPerPass;
    private final List<List<PackedRow>> batches = new ArrayList<>();
    private final List<PackedRow> pass = new ArrayList<>();
    private int states;
    private int longest;

    /**
     * @param tokenBudget limit of a pass: rows times the tokens of its longest row, so that an engine that pads stays
     *     within it too. A state that exceeds it alone is split between its rows, at least one row per pass
     * @param statesPerPass the client's choice, at least 1, which replaces the budget
     */
    public RowBatcher(int tokenBudget, OptionalInt statesPerPass) {
        this.tokenBudget = tokenBudget;
        this.statesPerPass = statesPerPass;
    }

    /** Adds the rows of a state. */
    public void add(List<PackedRow> rows) {
        if (rows.isEmpty()) {
            return;
        }
        if (statesPerPass.isPresent() ? states >= statesPerPass.getAsInt() : !fits(rows)) {
            endPass();
        }
        boolean whole = statesPerPass.isPresent() || fits(rows);
        for (PackedRow row : rows) {
            if (!whole && !fits(List.of(row))) {
                endPass();
            }
            pass.add(row);
            longest = Math.max(longest, row.length());
        }
        states++;
    }

    /** One batch per pass, in row order; none if there are no rows. Ends the pass being filled. */
    public List<List<PackedRow>> batches() {
        endPass();
        return List.copyOf(batches);
    }

    private boolean fits(List<PackedRow> rows) {
        int width = longest;
        for (PackedRow row : rows) {
            width = Math.max(width, row.length());
        }
        return (long) (pass.size() + rows.size()) * width <= tokenBudget;
    }

    private void endPass() {
        if (!pass.isEmpty()) {
            batches.add(List.copyOf(pass));
        }
        pass.clear();
        states = 0;
        longest = 0;
    }
}
