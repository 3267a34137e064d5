// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;

/** The rows of one pass, converted to the inputs of the graph. */
public final class GraphInputs {
    /** Added to a score, makes its probability 0 after softmax; it is finite. */
    private static final float HIDDEN = -1e30f;

    /** At least two, so that a softmax over options always has a second largest entry. */
    private static final int FEWEST_OPTIONS = 2;

    private final List<Row> rows;
    private final Optional<ParallelRows> parallel;
    private final WindowLayout windows;
    private final int tokens;
    private final int options;
    private final int longest;
    private final int mostOptions;
    private final boolean stateVectors;
    private final int mostStateTokens;

    /**
     * Converts the rows of a pass.
     *
     * @param rows at least one
     * @param window largest distance of sliding attention, in positions
     * @param stateVectors whether they are asked for
     * @throws IllegalArgumentException if the layout is parallel and a row does not say where its options end
     */
    public static GraphInputs of(List<Row> rows, int window, OptionLayout layout, boolean stateVectors) {
        return switch (layout) {
            case SEQUENTIAL -> new GraphInputs(rows, Optional.empty(), windows(rows, window), stateVectors);
            case PARALLEL -> {
                ParallelRows parallel = new ParallelRows(rows);
                yield new GraphInputs(rows, Optional.of(parallel), parallel.windows(window), stateVectors);
            }
        };
    }

    /** The layout with the fewest scores to compute, for rows in the sequential layout. */
    private static WindowLayout windows(List<Row> rows, int window) {
        WindowRows byRow = new WindowRows(rows, window);
        return byRow.scores() <= WindowChunks.scores(rows, window) ? byRow : new WindowChunks(rows, window);
    }

    GraphInputs(List<Row> rows, Optional<ParallelRows> parallel, WindowLayout windows, boolean stateVectors) {
        this.rows = rows;
        this.stateVectors = stateVectors;
        this.mostStateTokens = 1
                + rows.stream()
                        .mapToInt(row -> stateVectors ? row.stateEnd() - row.stateStart() : 0)
                        .max()
                        .orElseThrow();
        this.parallel = parallel;
        this.windows = windows;
        this.tokens = rows.stream().mapToInt(Row::length).sum();
        this.options = rows.stream().mapToInt(Row::options).sum();
        this.longest = rows.stream().mapToInt(Row::length).max().orElseThrow();
        this.mostOptions = rows.stream().mapToInt(Row::options).max().orElseThrow();
    }

    /** Dimensions of an input, in elements. */
    public long[] shape(PassInput input) {
        return switch (input) {
            case TOKEN_IDS, POSITIONS, QUESTION_TYPES, PACKED_TOKENS, WINDOW_PLACES, SPAN_PLACES -> new long[] {tokens};
            case LENGTHS -> new long[] {rows.size()};
            case SELECTED, PACKED_SELECTED -> new long[] {rows.size() + options};
            case PADDED_TOKENS, TOKEN_OFFSETS -> new long[] {rows.size(), longest};
            case ROW_BOUNDARIES -> new long[] {rows.size() + 1};
            case PADDED_SELECTED -> new long[] {rows.size(), 1 + mostOptions};
            case SPAN_QUERIES -> new long[] {rows.size(), parallel().spanWidth()};
            case SPAN_BIAS -> new long[] {rows.size(), 1, parallel().spanWidth(), longest};
            case WINDOW_QUERIES -> new long[] {windows.blocks(), windows.queries()};
            case WINDOW_KEYS -> new long[] {windows.blocks(), windows.keys()};
            case WINDOW_BIAS -> new long[] {windows.blocks(), 1, windows.queries(), windows.keys()};
            case WINDOW_SLOTS -> new long[] {windows.keys()};
            case WINDOW_FIRST_SEEN, WINDOW_END_OF_SEEN -> new long[] {windows.blocks(), 1, windows.queries(), 1};
            case OPTION_SLOTS, OPTION_BIAS -> new long[] {rows.size(), optionWidth()};
            case OPTION_COUNTS -> new long[] {rows.size(), 1};
            case STATE_TOKENS -> new long[] {stateVectors ? rows.size() : 0, mostStateTokens};
            case LAST_SHARES, MIDDLE_SHARES -> new long[] {stateVectors ? rows.size() : 0, 2, mostStateTokens};
        };
    }

    /**
     * Writes the values of an input.
     *
     * @param target buffer of the size given by {@link #shape}, in the machine's byte order, filled with zeros
     */
    public void write(PassInput input, ByteBuffer target) {
        switch (input) {
            case TOKEN_IDS -> tokenIds(target.asIntBuffer());
            case POSITIONS -> positions(target.asIntBuffer());
            case QUESTION_TYPES -> questionTypes(target.asIntBuffer());
            case LENGTHS -> lengths(target.asIntBuffer());
            case SELECTED -> selected(target.asIntBuffer());
            case PADDED_TOKENS -> paddedTokens(target.asIntBuffer());
            case PACKED_TOKENS -> packedTokens(target.asIntBuffer());
            case TOKEN_OFFSETS -> tokenOffsets(target.asIntBuffer());
            case ROW_BOUNDARIES -> rowBoundaries(target.asIntBuffer());
            case PADDED_SELECTED -> paddedSelected(target.asIntBuffer());
            case PACKED_SELECTED -> packedSelected(target.asIntBuffer());
            case SPAN_QUERIES -> parallel().writeSpanQueries(target.asIntBuffer());
            case SPAN_BIAS -> parallel().writeSpanBias(target.asFloatBuffer(), HIDDEN);
            case SPAN_PLACES -> parallel().writeSpanPlaces(target.asIntBuffer());
            case WINDOW_QUERIES -> windows.writeQueries(target.asIntBuffer());
            case WINDOW_KEYS -> windows.writeKeys(target.asIntBuffer());
            case WINDOW_BIAS -> windows.writeBias(target.asFloatBuffer(), HIDDEN);
            case WINDOW_SLOTS -> windowSlots(target.asIntBuffer());
            case WINDOW_FIRST_SEEN -> adjacentKeys().writeFirstSeen(target.asIntBuffer());
            case WINDOW_END_OF_SEEN -> adjacentKeys().writeEndOfSeen(target.asIntBuffer());
            case WINDOW_PLACES -> windows.writePlaces(target.asIntBuffer());
            case OPTION_SLOTS -> optionSlots(target.asIntBuffer());
            case OPTION_BIAS -> optionBias(target.asFloatBuffer());
            case OPTION_COUNTS -> optionCounts(target.asFloatBuffer());
            case STATE_TOKENS -> stateTokens(target.asIntBuffer());
            case LAST_SHARES -> stateShares(target.asFloatBuffer(), 0);
            case MIDDLE_SHARES -> stateShares(target.asFloatBuffer(), 1);
        }
    }

    /** Only graphs of the parallel layout have inputs that are taken from these. */
    private ParallelRows parallel() {
        return parallel.orElseThrow(() -> new IllegalStateException("the rows are in the sequential layout"));
    }

    /** Only graphs of the sequential layout have inputs that are taken from these. */
    private AdjacentKeys adjacentKeys() {
        if (windows instanceof AdjacentKeys adjacent) {
            return adjacent;
        }
        throw new IllegalStateException("the rows are in the parallel layout");
    }

    private int optionWidth() {
        return Math.max(FEWEST_OPTIONS, mostOptions);
    }

    private void tokenIds(IntBuffer target) {
        for (Row row : rows) {
            for (int i = 0; i < row.length(); i++) {
                target.put(row.tokenId(i));
            }
        }
    }

    private void positions(IntBuffer target) {
        if (parallel.isPresent()) {
            parallel.get().writePositions(target);
            return;
        }
        for (Row row : rows) {
            for (int i = 0; i < row.length(); i++) {
                target.put(i);
            }
        }
    }

    private void questionTypes(IntBuffer target) {
        for (Row row : rows) {
            for (int i = 0; i < row.length(); i++) {
                target.put(row.type(i));
            }
        }
    }

    private void lengths(IntBuffer target) {
        rows.forEach(row -> target.put(row.length()));
    }

    private void selected(IntBuffer target) {
        int start = 0;
        for (Row row : rows) {
            target.put(start);
            start += row.length();
        }
        start = 0;
        for (Row row : rows) {
            for (int slot = 0; slot < row.options(); slot++) {
                target.put(start + row.marker(slot));
            }
            start += row.length();
        }
    }

    private void paddedTokens(IntBuffer target) {
        int next = 0;
        for (int r = 0; r < rows.size(); r++) {
            target.position(r * longest);
            for (int i = 0; i < rows.get(r).length(); i++) {
                target.put(next++);
            }
        }
    }

    private void packedTokens(IntBuffer target) {
        for (int r = 0; r < rows.size(); r++) {
            for (int i = 0; i < rows.get(r).length(); i++) {
                target.put(r * longest + i);
            }
        }
    }

    private void tokenOffsets(IntBuffer target) {
        packedTokens(target);
        for (int r = 0; r < rows.size(); r++) {
            for (int i = rows.get(r).length(); i < longest; i++) {
                target.put(r * longest + i);
            }
        }
    }

    private void rowBoundaries(IntBuffer target) {
        int end = 0;
        target.put(end);
        for (Row row : rows) {
            end += row.length();
            target.put(end);
        }
    }

    private void paddedSelected(IntBuffer target) {
        int nextMarker = rows.size();
        for (int r = 0; r < rows.size(); r++) {
            target.position(r * (1 + mostOptions));
            target.put(r);
            for (int slot = 0; slot < rows.get(r).options(); slot++) {
                target.put(nextMarker++);
            }
        }
    }

    private void packedSelected(IntBuffer target) {
        int width = 1 + mostOptions;
        for (int r = 0; r < rows.size(); r++) {
            target.put(r * width);
        }
        for (int r = 0; r < rows.size(); r++) {
            for (int slot = 0; slot < rows.get(r).options(); slot++) {
                target.put(r * width + 1 + slot);
            }
        }
    }

    private void windowSlots(IntBuffer target) {
        for (int slot = 0; slot < windows.keys(); slot++) {
            target.put(slot);
        }
    }

    private void optionSlots(IntBuffer target) {
        int next = 0;
        for (int r = 0; r < rows.size(); r++) {
            target.position(r * optionWidth());
            for (int slot = 0; slot < rows.get(r).options(); slot++) {
                target.put(next++);
            }
        }
    }

    private void optionBias(FloatBuffer target) {
        for (Row row : rows) {
            for (int slot = 0; slot < optionWidth(); slot++) {
                target.put(slot < row.options() ? 0 : HIDDEN);
            }
        }
    }

    private void optionCounts(FloatBuffer target) {
        rows.forEach(row -> target.put(Math.max(FEWEST_OPTIONS, row.options())));
    }

    private void stateTokens(IntBuffer target) {
        int start = 0;
        for (int r = 0; stateVectors && r < rows.size(); r++) {
            Row row = rows.get(r);
            target.position(r * mostStateTokens);
            target.put(start);
            for (int token = row.stateStart(); token < row.stateEnd(); token++) {
                target.put(start + token);
            }
            start += row.length();
        }
    }

    /** @param alone place in {@link PassInput#STATE_TOKENS} of the token that is the second vector */
    private void stateShares(FloatBuffer target, int alone) {
        for (int r = 0; stateVectors && r < rows.size(); r++) {
            int count = rows.get(r).stateEnd() - rows.get(r).stateStart();
            int mean = 2 * r * mostStateTokens;
            for (int i = 1; i <= count; i++) {
                target.put(mean + i, 1f / count);
            }
            if (count > 0) {
                target.put(mean + mostStateTokens + alone, 1);
            }
        }
    }
}
