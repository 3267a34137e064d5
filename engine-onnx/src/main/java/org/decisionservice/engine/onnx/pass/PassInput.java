// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.util.Locale;

/** An input of the graph, with its shape. All elements take four bytes. */
public enum PassInput {
    /** [tokens]. */
    TOKEN_IDS(Element.INT32, 1),
    /** Position of every token in its row: [tokens]. */
    POSITIONS(Element.INT32, 1),
    /** Question type of every token's row: [tokens]. */
    QUESTION_TYPES(Element.INT32, 1),
    /** Tokens of every row: [rows]. */
    LENGTHS(Element.INT32, 1),

    /** Index of the CLS token of every row, then of every marker, row after row: [selected]. */
    SELECTED(Element.INT32, 1),

    /** Row by row the indexes of its tokens; behind the row's end any: [rows, longest]. */
    PADDED_TOKENS(Element.INT32, 2),
    /** Where every token went in {@link #PADDED_TOKENS}, flattened: [tokens]. */
    PACKED_TOKENS(Element.INT32, 1),
    /** Row by row the places of its tokens in {@link #SELECTED}; behind the last any: [rows, most_selected]. */
    PADDED_SELECTED(Element.INT32, 2),
    /** Where every selected token went in {@link #PADDED_SELECTED}, flattened: [selected]. */
    PACKED_SELECTED(Element.INT32, 1),

    /** Indexes of the tokens that ask, in blocks: [blocks, queries]. */
    WINDOW_QUERIES(Element.INT32, 2),
    /** Indexes of the tokens that a block may see: [blocks, keys]. */
    WINDOW_KEYS(Element.INT32, 2),
    /** 0 where the query may see the key, else a number that leaves nothing of it: [blocks, 1, queries, keys]. */
    WINDOW_BIAS(Element.FLOAT32, 4),
    /** Where every token went in {@link #WINDOW_QUERIES}, flattened: [tokens]. */
    WINDOW_PLACES(Element.INT32, 1),

    /**
     * Row by row the places of its options among all options of the pass; behind the last any: [rows, most_options].
     */
    OPTION_SLOTS(Element.INT32, 2),
    /** 0 where there is an option, else a number that leaves nothing of it: [rows, most_options]. */
    OPTION_BIAS(Element.FLOAT32, 2),
    /** Options of every row, but 2 at least: [rows, 1]. */
    OPTION_COUNTS(Element.FLOAT32, 2);

    /** Element types of inputs. */
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

    /** Its name in the graph. */
    public String graphName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
