// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How a state is cut into windows. All have the same length, the first starts at the beginning of the state, the last
 * ends at its end, and the others lie evenly between them, so that neighbours share at least the overlap.
 *
 * @param tokens of the state
 * @param length of a window, in tokens
 * @param count windows; 1 if the state fits into one
 */
record WindowCuts(int tokens, int length, int count) {
    /**
     * Neighbours share at least one part in this many of their length: a short text between two windows is whole in
     * one.
     */
    static final int OVERLAP = 2;

    /** The windows of {@code tokens} tokens in rows that have {@code room} for the state, at least 1. */
    static WindowCuts of(int tokens, int room) {
        if (tokens <= room) {
            return new WindowCuts(tokens, tokens, 1);
        }
        int step = room - room / OVERLAP;
        return new WindowCuts(tokens, room, 1 + Math.ceilDiv(tokens - room, step));
    }

    /** The first token of window {@code index}. */
    int start(int index) {
        return count == 1 ? 0 : Math.toIntExact((long) index * (tokens - length) / (count - 1));
    }

    /** The tokens of each window. */
    List<TokenRange> ranges() {
        return IntStream.range(0, count)
                .mapToObj(index -> new TokenRange(start(index), length))
                .toList();
    }

    /** The token behind the last of window {@code index}. */
    int end(int index) {
        return start(index) + length;
    }
}
