// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.util.List;
import java.util.Locale;

/** An input of the graph, with its shape. All elements take four bytes. Sizes of the same name are equal in a pass. */
public enum PassInput {
    /** [tokens]. */
    TOKEN_IDS(Element.INT32, "tokens"),
    /** Position that the encoder gives every token: [tokens]. */
    POSITIONS(Element.INT32, "tokens"),
    /** Type of the question that every token belongs to: [tokens]. */
    QUESTION_TYPES(Element.INT32, "tokens"),
    /** Tokens of every row: [rows]. */
    LENGTHS(Element.INT32, "rows"),

    /** Index of the CLS token of every row, then of every marker, row after row: [selected]. */
    SELECTED(Element.INT32, "selected"),

    /** Indexes of the tokens of each row; arbitrary after the end of the row: [rows, longest]. */
    PADDED_TOKENS(Element.INT32, "rows, longest"),
    /** Position of every token in {@link #PADDED_TOKENS}, flattened: [tokens]. */
    PACKED_TOKENS(Element.INT32, "tokens"),
    /**
     * Positions in {@link #PADDED_TOKENS}, flattened, of every token and then of every place that no token fills:
     * [rows, longest].
     */
    TOKEN_OFFSETS(Element.INT32, "rows, longest"),
    /** Where every row begins among the tokens, and where the last one ends: [boundaries]. */
    ROW_BOUNDARIES(Element.INT32, "boundaries"),
    /** Positions of the tokens of each row in {@link #SELECTED}; arbitrary after the last: [rows, most_selected]. */
    PADDED_SELECTED(Element.INT32, "rows, most_selected"),
    /** Position of every selected token in {@link #PADDED_SELECTED}, flattened: [selected]. */
    PACKED_SELECTED(Element.INT32, "selected"),

    /** Parallel layout: indexes of the tokens in each row's options; repeated after the last: [rows, span]. */
    SPAN_QUERIES(Element.INT32, "rows, span"),
    /** Parallel layout: 0 where that token sees the token, else a value that masks it: [rows, 1, span, longest]. */
    SPAN_BIAS(Element.FLOAT32, "rows, 1, span, longest"),
    /**
     * Parallel layout: position of every token among all tokens followed by {@link #SPAN_QUERIES}, flattened: [tokens].
     */
    SPAN_PLACES(Element.INT32, "tokens"),

    /** Indexes of the query tokens, in blocks: [blocks, queries]. */
    WINDOW_QUERIES(Element.INT32, "blocks, queries"),
    /** Indexes of the tokens that a block may see: [blocks, keys]. */
    WINDOW_KEYS(Element.INT32, "blocks, keys"),
    /** 0 where the query may see the key, else a value that masks it: [blocks, 1, queries, keys]. */
    WINDOW_BIAS(Element.FLOAT32, "blocks, 1, queries, keys"),
    /** Sequential layout: the number of every key slot: [keys]. */
    WINDOW_SLOTS(Element.INT32, "keys"),
    /** Sequential layout: the first key slot that the query may see: [blocks, 1, queries, 1]. */
    WINDOW_FIRST_SEEN(Element.INT32, "blocks, 1, queries, 1"),
    /** Sequential layout: the key slot after the last one that the query may see: [blocks, 1, queries, 1]. */
    WINDOW_END_OF_SEEN(Element.INT32, "blocks, 1, queries, 1"),
    /** Position of every token in {@link #WINDOW_QUERIES}, flattened: [tokens]. */
    WINDOW_PLACES(Element.INT32, "tokens"),

    /**
     * Positions of the options of each row among all options of the pass; arbitrary after the last: [rows,
     * most_options].
     */
    OPTION_SLOTS(Element.INT32, "rows, most_options"),
    /** 0 where there is an option, else a value that masks it: [rows, most_options]. */
    OPTION_BIAS(Element.FLOAT32, "rows, most_options"),
    /** Number of options of every row, but at least 2: [rows, 1]. */
    OPTION_COUNTS(Element.FLOAT32, "rows, 1"),

    /**
     * Indexes of each row's first token and of the tokens of its state; arbitrary after the last: [state_rows,
     * most_state_tokens], where state_rows is rows, or 0 if nobody asks for state vectors.
     */
    STATE_TOKENS(Element.INT32, "state_rows, most_state_tokens"),
    /**
     * What each of these counts in both vectors after the last layer, the mean over the state and the row's first
     * token: [state_rows, 2, most_state_tokens].
     */
    LAST_SHARES(Element.FLOAT32, "state_rows, 2, most_state_tokens"),
    /** The same after the middle layer: the mean over the state and the state's first token. */
    MIDDLE_SHARES(Element.FLOAT32, "state_rows, 2, most_state_tokens");

    /** The element type of an input. */
    public enum Element {
        INT32,
        FLOAT32
    }

    private final Element element;
    private final String shape;

    PassInput(Element element, String shape) {
        this.element = element;
        this.shape = shape;
    }

    public Element element() {
        return element;
    }

    /** The name of each dimension's size, or the size where it is always the same. */
    public List<String> shape() {
        return List.of(shape.split(", "));
    }

    /** The name in the graph. */
    public String graphName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
