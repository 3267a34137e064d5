// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.BufferData;

/**
 * The part of an answer that is sent: all of it, or its head if the request was HEAD. Helidon would send the content,
 * too, and a client would take it for its next answer. For the thread that serves the connection.
 */
final class AnswerPart {
    private static final byte[] END = {'\r', '\n', '\r', '\n'};

    private boolean headOnly;
    private int ended;

    /** The next answer is sent as it is. */
    void whole() {
        headOnly = false;
    }

    /** Nothing of the next answer is sent but its head. */
    void headOnly() {
        headOnly = true;
        ended = 0;
    }

    /** Returns what is to be sent of the next piece of the answer. */
    BufferData of(BufferData piece) {
        if (!headOnly) {
            return piece;
        }
        byte[] bytes = piece.readBytes();
        int kept = 0;
        while (kept < bytes.length && ended < END.length) {
            byte b = bytes[kept++];
            ended = b == END[ended] ? ended + 1 : b == END[0] ? 1 : 0;
        }
        return BufferData.create(bytes, 0, kept);
    }

    BufferData[] of(BufferData[] pieces) {
        BufferData[] kept = pieces.clone();
        for (int i = 0; i < kept.length; i++) {
            kept[i] = of(kept[i]);
        }
        return kept;
    }
}
