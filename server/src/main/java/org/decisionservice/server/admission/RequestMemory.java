// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

/**
 * The memory that a request may need, from its size alone: it must be known before anything is decoded. Estimates are
 * those of the worst bodies, because a stranger sends the worst.
 *
 * @param mostStates states that a request of this kind may have
 * @param mostQuestions questions that it may have
 */
public record RequestMemory(int mostStates, int mostQuestions) {
    /** A number in an array takes two bytes of a body and an object on the heap, and may become a token as well. */
    private static final int BYTES_PER_BYTE = 32;

    /** A row that waits, its logits, and its part of the answer. */
    private static final int BYTES_PER_ROW = 2048;

    /** The shortest state in an array, and the shortest question, in bytes. */
    private static final int SHORTEST_STATE = 2;

    private static final int SHORTEST_QUESTION = 24;

    /** The objects of any request. */
    private static final int LEAST = 16 * 1024;

    /** Bytes of the heap for a request whose decoded body has {@code body} bytes. */
    public long of(long body) {
        long states = Math.min(mostStates, 1 + body / SHORTEST_STATE);
        long questions = Math.min(mostQuestions, 1 + body / SHORTEST_QUESTION);
        return LEAST + BYTES_PER_BYTE * body + BYTES_PER_ROW * states * questions;
    }
}
