// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Consecutive tokens of a state: a window or a sentence.
 *
 * @param first index of the first token
 * @param count tokens, at least 1
 */
record TokenRange(int first, int count) {
    /** Neighbouring windows share at least one part in this many, so that a short passage is whole in one of them. */
    static final int OVERLAP = 2;

    /** Index of the last token. */
    int last() {
        return first + count - 1;
    }

    /**
     * Cuts a state into windows. All have the same length, the first begins with the state, the last ends with it, and
     * the others lie evenly between them.
     *
     * @param tokens of the state, more than {@code room}
     * @param room tokens of the state that a row can show, at least 1
     */
    static List<TokenRange> windows(int tokens, int room) {
        int step = room - room / OVERLAP;
        int count = 1 + Math.ceilDiv(tokens - room, step);
        return IntStream.range(0, count)
                .mapToObj(index -> new TokenRange(Math.toIntExact((long) index * (tokens - room) / (count - 1)), room))
                .toList();
    }
}
