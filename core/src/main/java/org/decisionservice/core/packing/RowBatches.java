// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/**
 * The rows of many states, cut into forward passes without changing their order. Every state has the same number of
 * rows, one for each question.
 */
public final class RowBatches {
    private final List<RowBatch> batches;
    private final List<Place> places;
    private final int rowsPerState;

    /**
     * Where a row went.
     *
     * @param batch index into {@link #batches}
     * @param row index of the row in that batch
     */
    public record Place(int batch, int row) {}

    private RowBatches(List<RowBatch> batches, List<Place> places, int rowsPerState) {
        this.batches = List.copyOf(batches);
        this.places = List.copyOf(places);
        this.rowsPerState = rowsPerState;
    }

    /**
     * Cuts at states where that is possible.
     *
     * @param states in the client's order, at least one, all over the same questions
     * @param tokenBudget what a pass may take: rows times the tokens of its longest row, so that an engine that pads
     *     stays within it too. A state that is over it by itself is cut between its rows, at least one a pass
     * @param statesPerPass the client's own choice, at least 1, which counts instead of the budget
     */
    public static RowBatches of(List<PackedState> states, int tokenBudget, OptionalInt statesPerPass) {
        Cutter cutter = new Cutter(tokenBudget, statesPerPass);
        for (PackedState state : states) {
            cutter.add(state.rows());
        }
        cutter.endPass();
        return new RowBatches(
                cutter.batches, cutter.places, states.getFirst().rows().size());
    }

    /** In the order of their rows; none where there are no questions. */
    public List<RowBatch> batches() {
        return batches;
    }

    /** Where a row of a state went; both count from 0, states in the client's order and rows in that of the state. */
    public Place place(int state, int row) {
        return places.get(state * rowsPerState + row);
    }

    /** Fills passes until the next state would be too much. */
    private static final class Cutter {
        private final int tokenBudget;
        private final OptionalInt statesPerPass;
        private final List<RowBatch> batches = new ArrayList<>();
        private final List<Place> places = new ArrayList<>();
        private final List<Row> pass = new ArrayList<>();
        private int states;
        private int longest;

        Cutter(int tokenBudget, OptionalInt statesPerPass) {
            this.tokenBudget = tokenBudget;
            this.statesPerPass = statesPerPass;
        }

        void add(List<Row> rows) {
            if (statesPerPass.isPresent() ? states >= statesPerPass.getAsInt() : !fits(rows)) {
                endPass();
            }
            boolean whole = statesPerPass.isPresent() || fits(rows);
            for (Row row : rows) {
                if (!whole && !fits(List.of(row))) {
                    endPass();
                }
                places.add(new Place(batches.size(), pass.size()));
                pass.add(row);
                longest = Math.max(longest, row.length());
            }
            states++;
        }

        private boolean fits(List<Row> rows) {
            int width = longest;
            for (Row row : rows) {
                width = Math.max(width, row.length());
            }
            return (long) (pass.size() + rows.size()) * width <= tokenBudget;
        }

        void endPass() {
            if (!pass.isEmpty()) {
                batches.add(RowBatch.of(pass));
            }
            pass.clear();
            states = 0;
            longest = 0;
        }
    }
}
