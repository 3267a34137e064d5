// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Window;
import org.decisionservice.engine.spi.Logits;

/**
 * The rows of a state that ask one question.
 *
 * @param id the client's name for the question
 * @param first index of the first row, among those of the state
 * @param count rows: several for a choice that does not fit into one, and for a state that is read in windows
 * @param slots those of each row that are the question's, if the rows ask others too; empty if all are
 * @param windows the part of the state that each row shows, if the state is read in windows: first all windows, then
 *     the sentences that are read on their own; otherwise empty
 */
public record QuestionRows(String id, int first, int count, Optional<SlotRange> slots, List<Window> windows) {
    public QuestionRows {
        windows = List.copyOf(windows);
    }

    /** The question's logits, out of those of all rows of the state. */
    public Logits of(Logits state) {
        Logits rows = state.slice(first, count);
        return slots.map(own -> rows.slots(own.first(), own.count())).orElse(rows);
    }
}
