// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import org.decisionservice.engine.kit.ParallelRow;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;

/** What the attention of {@link ReferenceEngine} knows of a row. Tokens are named by their index. */
interface ReferenceSight {

    /** The position that is rotated by. */
    int position(int token);

    /** Whether a query sees a key at most {@code window} positions away. */
    boolean sees(int query, int key, int window);

    /** Every token sees every other. */
    ReferenceSight WHOLE_ROW = new ReferenceSight() {
        @Override
        public int position(int token) {
            return token;
        }

        @Override
        public boolean sees(int query, int key, int window) {
            return Math.abs(query - key) <= window;
        }
    };

    static ReferenceSight of(Row row, OptionLayout layout) {
        return switch (layout) {
            case SEQUENTIAL -> WHOLE_ROW;
            case PARALLEL -> {
                ParallelRow parallel = new ParallelRow(row);
                yield new ReferenceSight() {
                    @Override
                    public int position(int token) {
                        return parallel.position(token);
                    }

                    @Override
                    public boolean sees(int query, int key, int window) {
                        return parallel.sees(query, key, window);
                    }
                };
            }
        };
    }
}
