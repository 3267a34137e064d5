// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

/** The tokens of a text and the place of each in it, in Unicode code points of the text. Immutable. */
public final class Encoding {
    private final int[] ids;
    private final int[] starts;
    private final int[] ends;

    /**
     * @param ids of the tokens: [tokens]; not copied
     * @param starts offset of each token's first character: [tokens]; not copied
     * @param ends offset behind each token's last character: [tokens]; not copied
     */
    Encoding(int[] ids, int[] starts, int[] ends) {
        this.ids = ids;
        this.starts = starts;
        this.ends = ends;
    }

    /** The ids of the tokens: [tokens]. Not copied, so nobody may change them. */
    public int[] ids() {
        return ids;
    }

    /** Offset of the first character of {@code token}. */
    public int start(int token) {
        return starts[token];
    }

    /** Offset behind the last character of {@code token}. */
    public int end(int token) {
        return ends[token];
    }
}
