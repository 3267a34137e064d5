// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Rotary positions for one theta. The tables grow when a longer row is seen. */
final class Rotary {
    private static final int FEWEST_POSITIONS = 512;

    private final int heads;
    private final float[] frequencies;
    private final Parameters parameters;
    private Tables tables;

    /**
     * Both [positions, 1, headSize].
     *
     * @param sines negative in the first half
     */
    private record Tables(int positions, NDArray cosines, NDArray sines) {}

    /** The angles of a pass. Both arrays are [tokens, 1, headSize]. */
    record Angles(NDArray cosines, NDArray sines, int heads) {

        /**
         * Rotates every head by its token's angles: [tokens, hidden] to [tokens, heads, headSize]. Changes {@code x}.
         */
        NDArray rotate(NDArray x) {
            long headSize = cosines.getShape().get(2);
            NDArray split = x.reshape(-1, heads, headSize);
            NDArray turned = Scopes.only(() -> {
                NDIndex first = new NDIndex().addEllipseDim().addSliceDim(0, headSize / 2);
                NDIndex second = new NDIndex().addEllipseDim().addSliceDim(headSize / 2, headSize);
                return NDArrays.concat(new NDList(split.get(second), split.get(first)), 2)
                        .muli(sines);
            });
            return split.muli(cosines).addi(turned);
        }
    }

    Rotary(int heads, int headSize, double theta, Parameters parameters) {
        this.heads = heads;
        this.parameters = parameters;
        this.frequencies = new float[headSize / 2];
        for (int i = 0; i < frequencies.length; i++) {
            // Rounded twice, as in training: a difference in the last bit here would change the angle at every later
            // position.
            frequencies[i] = 1f / (float) Math.pow(theta, 2.0 * i / headSize);
        }
        this.tables = tables(FEWEST_POSITIONS);
    }

    /** The angles for all positions of these stretches, one after the other. */
    Angles angles(List<Span> positions) {
        int longest = positions.stream().mapToInt(Span::end).max().orElseThrow();
        if (longest > tables.positions()) {
            tables.cosines().close();
            tables.sines().close();
            tables = tables(Integer.highestOneBit(longest - 1) << 1);
        }
        return new Angles(angles(tables.cosines(), positions), angles(tables.sines(), positions), heads);
    }

    private static NDArray angles(NDArray table, List<Span> positions) {
        return Scopes.only(() -> NDArrays.concat(positions.stream()
                .map(stretch -> table.get(new NDIndex().addSliceDim(stretch.start(), stretch.end())))
                .collect(NDList::new, NDList::add, NDList::addAll)));
    }

    private Tables tables(int positions) {
        int half = frequencies.length;
        MemorySegment cosines = parameters.floats(2L * half * positions);
        MemorySegment sines = parameters.floats(2L * half * positions);
        for (int position = 0; position < positions; position++) {
            for (int i = 0; i < half; i++) {
                float angle = position * frequencies[i];
                float cosine = (float) Math.cos(angle);
                float sine = (float) Math.sin(angle);
                long at = 2L * half * position + i;
                cosines.setAtIndex(ValueLayout.JAVA_FLOAT, at, cosine);
                cosines.setAtIndex(ValueLayout.JAVA_FLOAT, at + half, cosine);
                sines.setAtIndex(ValueLayout.JAVA_FLOAT, at, -sine);
                sines.setAtIndex(ValueLayout.JAVA_FLOAT, at + half, sine);
            }
        }
        Shape shape = new Shape(positions, 1, 2L * half);
        return new Tables(positions, parameters.array(cosines, shape), parameters.array(sines, shape));
    }
}
