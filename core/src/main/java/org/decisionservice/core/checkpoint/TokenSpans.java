// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

/** Where each token of a text is, in Unicode code points of that text. Immutable. */
public final class TokenSpans {
    private final int[] starts;
    private final int[] ends;

    /**
     * @param starts offset of each token's first character: [tokens]; not copied
     * @param ends offset behind each token's last character: [tokens]; not copied
     */
    TokenSpans(int[] starts, int[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    public int count() {
        return starts.length;
    }

    public int start(int token) {
        return starts[token];
    }

    public int end(int token) {
        return ends[token];
    }
}
