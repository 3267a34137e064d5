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
import org.decisionservice.engine.spi.Row;

/** Collects the rows of one state, and counts what they use and leave out. Used for one state. */
final class StateRows {
    private final int[] tokens;
    private final boolean keepsEnd;
    private final int sep;
    private final int maxLen;
    private final List<Row> rows = new ArrayList<>();
    private final SequencedSet<String> truncated = new LinkedHashSet<>();
    private int inputTokens;
    private int worstDropped;

    /**
     * @param tokens of the state: [tokens]
     * @param keepsEnd whether a state that is cut keeps its end instead of its beginning
     */
    StateRows(int[] tokens, boolean keepsEnd, int sep, int maxLen) {
        this.tokens = tokens;
        this.keepsEnd = keepsEnd;
        this.sep = sep;
        this.maxLen = maxLen;
    }

    /** Adds a row with as much of the state as there is room for. */
    void add(QuestionHead head) {
        int used = Math.min(tokens.length, head.room(maxLen));
        int dropped = tokens.length - used;
        add(head.row(tokens, keepsEnd ? dropped : 0, used, sep, maxLen));
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
            add(head.row(tokens, piece.first(), piece.count(), sep, maxLen));
            windows.add(new Window(windows.size(), pieces.size(), spans.start(piece.first()), spans.end(piece.last())));
        }
        return windows;
    }

    private void add(Row row) {
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
