// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * Questions about one state, as the encoder reads them: one, or several that are read together. Immutable.
 *
 * <p>Positions count from the start of the row; position 0 is the CLS token.
 */
public final class Row {
    /** The {@link #type} of a token that belongs to no question. */
    public static final int NO_QUESTION = 3;

    private final int[] tokenIds;
    private final int[] markers;
    private final OptionalInt optionsEnd;
    /** The type of all tokens, or of each: [1] or [length]. */
    private final int[] types;

    private final int stateStart;
    private final int stateEnd;

    /**
     * A row of one question that does not say where its options end, which only checkpoints of the parallel layout need
     * to know.
     *
     * @param tokenIds [length], at least 1; copied
     * @param markers [options], at least 1, ascending positions below length; copied
     * @param questionType choice 0, score 1, noul 2
     */
    public Row(int[] tokenIds, int[] markers, int questionType) {
        this(tokenIds, markers, OptionalInt.empty(), requireQuestion(questionType));
    }

    /**
     * A row of one question.
     *
     * @param tokenIds [length], at least 1; copied
     * @param markers [options], at least 1, ascending positions below length; copied
     * @param optionsEnd position of the first token after the last option, behind the last marker and at most length
     * @param questionType choice 0, score 1, noul 2
     */
    public Row(int[] tokenIds, int[] markers, int optionsEnd, int questionType) {
        this(tokenIds, markers, OptionalInt.of(optionsEnd), requireQuestion(questionType));
    }

    /**
     * A row that may hold several questions, with the options of one after those of the other.
     *
     * @param tokenIds [length], at least 1; copied
     * @param markers [options], at least 1, ascending positions below length; copied
     * @param types of the question that each token belongs to, or {@link #NO_QUESTION}: [length]; copied
     */
    public static Row ofTypes(int[] tokenIds, int[] markers, int[] types) {
        if (types.length != tokenIds.length) {
            throw new IllegalArgumentException(types.length + " types for a row of " + tokenIds.length);
        }
        return new Row(tokenIds, markers, OptionalInt.empty(), types);
    }

    private static int requireQuestion(int type) {
        if (type == NO_QUESTION) {
            throw new IllegalArgumentException("a row of one question has its type");
        }
        return type;
    }

    private Row(int[] tokenIds, int[] markers, OptionalInt optionsEnd, int... types) {
        if (tokenIds.length == 0 || markers.length == 0) {
            throw new IllegalArgumentException("a row needs at least one token and one option marker");
        }
        int previous = -1;
        for (int marker : markers) {
            if (marker <= previous || marker >= tokenIds.length) {
                throw new IllegalArgumentException("marker " + marker + " is out of order or outside the row");
            }
            previous = marker;
        }
        int lastMarker = previous;
        optionsEnd.ifPresent(end -> {
            if (end <= lastMarker || end > tokenIds.length) {
                throw new IllegalArgumentException("options that end at " + end + ", behind marker " + lastMarker
                        + " in a row of " + tokenIds.length);
            }
        });
        for (int type : types) {
            if (type < 0 || type > NO_QUESTION) {
                throw new IllegalArgumentException("unknown question type " + type);
            }
        }
        this.tokenIds = tokenIds.clone();
        this.markers = markers.clone();
        this.optionsEnd = optionsEnd;
        this.types = types.clone();
        this.stateStart = 0;
        this.stateEnd = 0;
    }

    private Row(Row row, int stateStart, int stateEnd) {
        if (stateStart < 0 || stateStart > stateEnd || stateEnd > row.length()) {
            throw new IllegalArgumentException(
                    "a state from " + stateStart + " to " + stateEnd + " in a row of " + row.length());
        }
        this.tokenIds = row.tokenIds;
        this.markers = row.markers;
        this.optionsEnd = row.optionsEnd;
        this.types = row.types;
        this.stateStart = stateStart;
        this.stateEnd = stateEnd;
    }

    /**
     * The same row, which says which of its tokens are the state's; only {@linkplain RowBatch#withStateVectors() state
     * means} need to know.
     *
     * @param start position of the first of these tokens
     * @param end position after the last of them, at most length; equal to {@code start} if the row shows none
     */
    public Row withState(int start, int end) {
        return new Row(this, start, end);
    }

    /** Number of tokens. */
    public int length() {
        return tokenIds.length;
    }

    public int tokenId(int position) {
        return tokenIds[position];
    }

    /** Number of option slots, at least 1. */
    public int options() {
        return markers.length;
    }

    /** Position of the mask token in front of the option in {@code slot}. */
    public int marker(int slot) {
        return markers[slot];
    }

    /** Position of the first token after the last option, if the row says so. */
    public OptionalInt optionsEnd() {
        return optionsEnd;
    }

    /**
     * Type of the question that the token at {@code position} belongs to, which is its index in the head's embedding:
     * choice 0, score 1, noul 2, or {@link #NO_QUESTION} in a row that may hold several. Every token of any other row
     * belongs to its question.
     */
    public int type(int position) {
        return types.length == 1 ? types[0] : types[Objects.checkIndex(position, types.length)];
    }

    /** Position of the first token of the state; the same as {@link #stateEnd} if the row shows or says none. */
    public int stateStart() {
        return stateStart;
    }

    /** Position after the last token of the state. */
    public int stateEnd() {
        return stateEnd;
    }

    /** Whether both show the encoder the same tokens, options, types and state. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Row row
                && Arrays.equals(tokenIds, row.tokenIds)
                && Arrays.equals(markers, row.markers)
                && optionsEnd.equals(row.optionsEnd)
                && Arrays.equals(types, row.types)
                && stateStart == row.stateStart
                && stateEnd == row.stateEnd;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                Arrays.hashCode(tokenIds),
                Arrays.hashCode(markers),
                optionsEnd,
                Arrays.hashCode(types),
                stateStart,
                stateEnd);
    }

    void copyTokenIds(int[] target, int at) {
        System.arraycopy(tokenIds, 0, target, at, tokenIds.length);
    }
}
