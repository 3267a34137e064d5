// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import org.decisionservice.engine.spi.Row;

/**
 * A question's head and the tokens of a state that follow it. The head is shared by all rows of the question, and the
 * state's tokens by all rows of the state.
 */
final class HeadAndState implements PackedRow {
    private final QuestionHead head;
    private final int[] state;
    private final int first;
    private final int count;

    /**
     * @param state tokens of the whole state; not copied, so nobody may change it
     * @param first index of the first token of the state that the row shows
     * @param count tokens of the state that the row shows, at most as many as the head leaves room for
     */
    HeadAndState(QuestionHead head, int[] state, int first, int count) {
        this.head = head;
        this.state = state;
        this.first = first;
        this.count = count;
    }

    @Override
    public int length() {
        return head.rowLength(count);
    }

    @Override
    public Row row() {
        return head.row(state, first, count);
    }
}
