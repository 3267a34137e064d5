// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;

/**
 * A row as an encoder of the {@linkplain OptionLayout#PARALLEL parallel} layout sees it. Immutable.
 *
 * <pre>
 * index     0   1   2      3      4   5      6   7   8     9   10
 * token    CLS  q  SEP    MASK    a  MASK    b   b   SEP   s   SEP
 * position  0   1   2      3      4   3      4   5   6     7    8
 * </pre>
 *
 * <p>An option is its marker and the tokens up to the next marker or, for the last one, up to the end of the options.
 * All options begin at the same position, and what follows them continues after the longest. A token of an option sees
 * its own option and everything outside the options; a token outside sees everything. The distances of sliding
 * attention are between positions, not between indexes. The layers of the decision head know no positions, so there
 * every token sees the whole row.
 */
public final class ParallelRow {
    /** The option of a token that belongs to none. */
    private static final int NONE = -1;

    private final int[] positions;
    private final int[] options;
    private final int optionsStart;
    private final int optionsEnd;

    /** The tokens from index {@code start} to before {@code end}. */
    public record Stretch(int start, int end) {
        public int length() {
            return end - start;
        }
    }

    /** @throws IllegalArgumentException if the row does not say where its options end */
    public ParallelRow(Row row) {
        this.optionsStart = row.marker(0);
        this.optionsEnd = row.optionsEnd()
                .orElseThrow(() -> new IllegalArgumentException("the row does not say where its options end"));
        this.positions = new int[row.length()];
        this.options = new int[row.length()];
        place(0, optionsStart, 0, NONE);
        int longest = 0;
        for (int slot = 0; slot < row.options(); slot++) {
            int end = slot + 1 < row.options() ? row.marker(slot + 1) : optionsEnd;
            place(row.marker(slot), end, optionsStart, slot);
            longest = Math.max(longest, end - row.marker(slot));
        }
        place(optionsEnd, row.length(), optionsStart + longest, NONE);
    }

    private void place(int start, int end, int position, int option) {
        for (int token = start; token < end; token++) {
            positions[token] = position + token - start;
            options[token] = option;
        }
    }

    /** Number of tokens. */
    public int length() {
        return positions.length;
    }

    /** The position that the encoder gives the token at an index. */
    public int position(int token) {
        return positions[token];
    }

    /** The tokens of all options, one option after the other. */
    public Stretch options() {
        return new Stretch(optionsStart, optionsEnd);
    }

    /** Whether the token at index {@code query} sees the one at index {@code key} in full attention. */
    public boolean sees(int query, int key) {
        return options[query] == NONE || options[key] == NONE || options[query] == options[key];
    }

    /** Whether it sees it in sliding attention over at most {@code window} positions. */
    public boolean sees(int query, int key, int window) {
        return sees(query, key) && Math.abs(positions[query] - positions[key]) <= window;
    }

    /** The shortest stretch that holds every token that any of the queries sees in sliding attention. */
    public Stretch seen(Stretch queries, int window) {
        int lowest = Integer.MAX_VALUE;
        int highest = 0;
        for (int query = queries.start(); query < queries.end(); query++) {
            lowest = Math.min(lowest, positions[query] - window);
            highest = Math.max(highest, positions[query] + window);
        }
        int start = 0;
        while (positions[start] < lowest) {
            start++;
        }
        int end = positions.length;
        while (positions[end - 1] > highest) {
            end--;
        }
        return new Stretch(start, end);
    }
}
