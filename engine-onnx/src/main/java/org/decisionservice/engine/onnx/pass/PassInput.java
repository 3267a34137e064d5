// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.util.Locale;

/** An input of the graph, with its shape. All elements take four bytes. */
public enum PassInput {
    /** [tokens]. */
    TOKEN_IDS(Element.INT32, 1),
    /** Position that the encoder gives every token: [tokens]. */
    POSITIONS(Element.INT32, 1),
    /** Question type of every token's row: [tokens]. */
    QUESTION_TYPES(Element.INT32, 1),
    /** Tokens of every row: [rows]. */
    LENGTHS(Element.INT32, 1),

    /** Index of the CLS token of every row, then of every marker, row after row: [selected]. */
    SELECTED(Element.INT32, 1),

    /** Indexes of the tokens of each row; arbitrary after the end of the row: [rows, longest]. */
    PADDED_TOKENS(Element.INT32, 2),
    /** Position of every token in {@link #PADDED_TOKENS}, flattened: [tokens]. */
    PACKED_TOKENS(Element.INT32, 1),
    /** Positions of the tokens of each row in {@link #SELECTED}; arbitrary after the last: [rows, most_selected]. */
    PADDED_SELECTED(Element.INT32, 2),
    /** Position of every selected token in {@link #PADDED_SELECTED}, flattened: [selected]. */
    PACKED_SELECTED(Element.INT32, 1),

    /** Parallel layout: indexes of the tokens in each row's options; repeated after the last: [rows, span]. */
    SPAN_QUERIES(Element.INT32, 2),
    /** Parallel layout: 0 where that token sees the token, else a value that masks it: [rows, 1, span, longest]. */
    SPAN_BIAS(Element.FLOAT32, 4),
    /**
     * Parallel layout: position of every token among all tokens followed by {@link #SPAN_QUERIES}, flattened: [tokens].
     */
    SPAN_PLACES(Element.INT32, 1),

    /** Indexes of the query tokens, in blocks: [blocks, queries]. */
    WINDOW_QUERIES(Element.INT32, 2),
    /** Indexes of the tokens that a block may see: [blocks, keys]. */
    WINDOW_KEYS(Element.INT32, 2),
    /** 0 where the query may see the key, else a value that masks it: [blocks, 1, queries, keys]. */
    WINDOW_BIAS(Element.FLOAT32, 4),
    /** Position of every token in {@link #WINDOW_QUERIES}, flattened: [tokens]. */
    WINDOW_PLACES(Element.INT32, 1),

    /**
     * Positions of the options of each row among all options of the pass; arbitrary after the last: [rows,
     * most_options].
     */
    OPTION_SLOTS(Element.INT32, 2),
    /** 0 where there is an option, else a value that masks it: [rows, most_options]. */
    OPTION_BIAS(Element.FLOAT32, 2),
    /** Number of options of every row, but at least 2: [rows, 1]. */
    OPTION_COUNTS(Element.FLOAT32, 2),

    /**
     * Indexes of the tokens of each row's state; arbitrary after the last: [rows, longest_state], or [0, 1] if nobody asks
     * for state means.
     */
    STATE_TOKENS(Element.INT32, 2),
    /** What each of these counts in the mean of its row, 0 after the last: [rows, 1, longest_state], or [0, 1, 1]. */
    STATE_SHARES(Element.FLOAT32, 3);

    /** The element type of an input. */
    public enum Element {
        INT32,
        FLOAT32
    }

    private final Element element;
    private final int rank;

    PassInput(Element element, int rank) {
        this.element = element;
        this.rank = rank;
    }

    public Element element() {
        return element;
    }

    /** Number of dimensions. */
    public int rank() {
        return rank;
    }

    /** The name in the graph. */
    public String graphName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
