// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.decisionservice.api.Usage;
import org.decisionservice.api.Usage.CollapsedOptions;
import org.decisionservice.api.Window;

/** Collects the rows of one state, and counts what they use and leave out. Used for one state. */
final class StateRows {
    private final int[] tokens;
    private final boolean keepsEnd;
    private final List<PackedRow> rows = new ArrayList<>();
    private final SequencedSet<String> truncated = new LinkedHashSet<>();
    private int inputTokens;
    private int worstDropped;

    /**
     * @param tokens of the state: [tokens]; not copied, so nobody may change it
     * @param keepsEnd whether a state that is cut keeps its end instead of its beginning
     */
    StateRows(int[] tokens, boolean keepsEnd) {
        this.tokens = tokens;
        this.keepsEnd = keepsEnd;
    }

    /** Adds a row with as much of the state as there is room for. */
    void add(QuestionHead head) {
        int used = Math.min(tokens.length, head.room());
        int dropped = tokens.length - used;
        add(new HeadAndState(head, tokens, keepsEnd ? dropped : 0, used));
        worstDropped = Math.max(worstDropped, dropped);
        if (dropped > 0) {
            truncated.add(head.id());
        }
    }

    /**
     * Adds a row for each of {@code pieces}.
     *
     * @return where the pieces are in the state's text, numbered among themselves
     */
    List<Window> add(QuestionHead head, List<TokenRange> pieces, StateSpans spans) {
        List<Window> windows = new ArrayList<>(pieces.size());
        for (TokenRange piece : pieces) {
            add(new HeadAndState(head, tokens, piece.first(), piece.count()));
            windows.add(new Window(windows.size(), pieces.size(), spans.start(piece.first()), spans.end(piece.last())));
        }
        return windows;
    }

    private void add(PackedRow row) {
        rows.add(row);
        inputTokens += row.length();
    }

    int count() {
        return rows.size();
    }

    /** The state with all rows that were added. */
    PackedState packed(List<QuestionRows> questions, SequencedMap<String, CollapsedOptions> collapsed) {
        Usage usage = new Usage(inputTokens, tokens.length, worstDropped, List.copyOf(truncated), collapsed);
        return new PackedState(rows, usage, questions);
    }
}
