// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import java.util.ArrayList;
import java.util.List;

/** Takes the answers to the messages of one line. */
interface Replies {
    /** A request came that is going to be answered, or dropped. */
    void expect();

    /** Writes the answer to one request, or to a message that is none. */
    void answer(String json);

    /** There will be no answer to one request. */
    void drop();

    /** The answers to messages that came alone, each on a line of its own. */
    record OfOne(Lines lines) implements Replies {
        @Override
        public void expect() {}

        @Override
        public void answer(String json) {
            lines.write(json);
        }

        @Override
        public void drop() {}
    }

    /** The answers to a batch, which are written as one array when all are there. Used by any thread. */
    final class OfBatch implements Replies {
        private final Lines lines;
        private final List<String> answers = new ArrayList<>();
        /** Answers that are to come, and one for the batch itself while it is read. */
        private int open = 1;

        OfBatch(Lines lines) {
            this.lines = lines;
        }

        @Override
        public synchronized void expect() {
            open++;
        }

        @Override
        public synchronized void answer(String json) {
            answers.add(json);
            drop();
        }

        @Override
        public synchronized void drop() {
            open--;
            if (open == 0 && !answers.isEmpty()) {
                lines.write("[" + String.join(",", answers) + "]");
            }
        }
    }
}
