// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphInputsTest {
    private static final GraphInputs INPUTS = GraphInputs.of(
            List.of(
                    new Row(new int[] {5, 6, 7}, new int[] {1}, 2),
                    new Row(new int[] {8, 9, 8, 9}, new int[] {1, 3}, 0).withState(1, 3)),
            1,
            OptionLayout.SEQUENTIAL,
            true);

    @Test
    void tokensLieBehindEachOther() {
        assertThat(ints(PassInput.TOKEN_IDS)).containsExactly(5, 6, 7, 8, 9, 8, 9);
        assertThat(ints(PassInput.POSITIONS)).containsExactly(0, 1, 2, 0, 1, 2, 3);
        assertThat(ints(PassInput.QUESTION_TYPES)).containsExactly(2, 2, 2, 0, 0, 0, 0);
        assertThat(ints(PassInput.LENGTHS)).containsExactly(3, 4);
    }

    @Test
    void firstTokensAreSelectedBeforeMarkers() {
        assertThat(ints(PassInput.SELECTED)).containsExactly(0, 3, 1, 4, 6);
        assertThat(INPUTS.shape(PassInput.PADDED_SELECTED)).containsExactly(2, 3);
        assertThat(ints(PassInput.PADDED_SELECTED)).containsExactly(0, 2, 0, 1, 3, 4);
        assertThat(ints(PassInput.PACKED_SELECTED)).containsExactly(0, 3, 1, 4, 5);
    }

    @Test
    void paddingAndPackingUndoEachOther() {
        assertThat(INPUTS.shape(PassInput.PADDED_TOKENS)).containsExactly(2, 4);
        assertThat(ints(PassInput.PADDED_TOKENS)).containsExactly(0, 1, 2, 0, 3, 4, 5, 6);
        assertThat(ints(PassInput.PACKED_TOKENS)).containsExactly(0, 1, 2, 4, 5, 6, 7);
    }

    @Test
    void rowsWithoutPaddingHaveBoundariesAndOffsets() {
        assertThat(INPUTS.shape(PassInput.ROW_BOUNDARIES)).containsExactly(3);
        assertThat(ints(PassInput.ROW_BOUNDARIES)).containsExactly(0, 3, 7);
        assertThat(INPUTS.shape(PassInput.TOKEN_OFFSETS)).containsExactly(2, 4);
        assertThat(ints(PassInput.TOKEN_OFFSETS)).containsExactly(0, 1, 2, 4, 5, 6, 7, 3);
    }

    @Test
    void everyRowHasRoomForTwoOptions() {
        assertThat(ints(PassInput.OPTION_SLOTS)).containsExactly(0, 0, 1, 2);
        assertThat(floats(PassInput.OPTION_BIAS)).containsExactly(0f, -1e30f, 0f, 0f);
        assertThat(floats(PassInput.OPTION_COUNTS)).containsExactly(2f, 2f);
    }

    @Test
    void statesAreAveraged() {
        assertThat(INPUTS.shape(PassInput.STATE_TOKENS)).containsExactly(2, 3);
        assertThat(ints(PassInput.STATE_TOKENS)).containsExactly(0, 0, 0, 3, 4, 5);
        assertThat(INPUTS.shape(PassInput.LAST_SHARES)).containsExactly(2, 2, 3);
        assertThat(floats(PassInput.LAST_SHARES)).containsExactly(0f, 0f, 0f, 0f, 0f, 0f, 0f, 0.5f, 0.5f, 1f, 0f, 0f);
        assertThat(floats(PassInput.MIDDLE_SHARES)).containsExactly(0f, 0f, 0f, 0f, 0f, 0f, 0f, 0.5f, 0.5f, 0f, 1f, 0f);
    }

    @Test
    void statesHaveNoRowsIfNobodyAsks() {
        GraphInputs inputs = GraphInputs.of(
                List.of(new Row(new int[] {5, 6, 7}, new int[] {1}, 2).withState(1, 2)),
                1,
                OptionLayout.SEQUENTIAL,
                false);
        assertThat(ints(inputs, PassInput.STATE_TOKENS)).isEmpty();
        assertThat(floats(inputs, PassInput.LAST_SHARES)).isEmpty();
        assertThat(floats(inputs, PassInput.MIDDLE_SHARES)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'30,200,1,97', 64", "'90,100,97', 100", "'2,1', 2", "'300', 64"})
    void windowShowsTheRowsOwnTokensNearby(String rows, int block) {
        int window = 40;
        int[] lengths = Stream.of(rows.split(",")).mapToInt(Integer::parseInt).toArray();
        GraphInputs inputs = GraphInputs.of(
                IntStream.of(lengths)
                        .mapToObj(length -> new Row(new int[length], new int[] {0}, 0))
                        .toList(),
                window,
                OptionLayout.SEQUENTIAL,
                false);
        long[] shape = inputs.shape(PassInput.WINDOW_BIAS);
        int chunk = (int) shape[2];
        assertThat(chunk).as("queries of a block").isEqualTo(block);
        int reach = (int) shape[3];
        List<Integer> queries = ints(inputs, PassInput.WINDOW_QUERIES);
        List<Integer> keys = ints(inputs, PassInput.WINDOW_KEYS);
        List<Integer> places = ints(inputs, PassInput.WINDOW_PLACES);
        List<Float> bias = floats(inputs, PassInput.WINDOW_BIAS);
        int token = 0;
        int start = 0;
        for (int length : lengths) {
            for (int i = 0; i < length; i++, token++) {
                int place = places.get(token);
                assertThat(queries.get(place)).isEqualTo(token);
                Set<Integer> expected = new HashSet<>();
                for (int j = Math.max(0, i - window); j <= Math.min(length - 1, i + window); j++) {
                    expected.add(start + j);
                }
                int from = place / chunk * reach;
                int biasFrom = place * reach;
                List<Integer> seen = IntStream.range(0, reach)
                        .filter(key -> bias.get(biasFrom + key) == 0)
                        .mapToObj(key -> keys.get(from + key))
                        .toList();
                assertThat(seen).as("token %d", token).doesNotHaveDuplicates().hasSameElementsAs(expected);
            }
            start += length;
        }
    }

    private static List<Integer> ints(PassInput input) {
        return ints(INPUTS, input);
    }

    private static List<Float> floats(PassInput input) {
        return floats(INPUTS, input);
    }

    private static List<Integer> ints(GraphInputs inputs, PassInput input) {
        int[] values = new int[elements(inputs, input)];
        written(inputs, input).asIntBuffer().get(values);
        return IntStream.of(values).boxed().toList();
    }

    private static List<Float> floats(GraphInputs inputs, PassInput input) {
        ByteBuffer bytes = written(inputs, input);
        return IntStream.range(0, elements(inputs, input))
                .mapToObj(i -> bytes.getFloat(Float.BYTES * i))
                .toList();
    }

    private static ByteBuffer written(GraphInputs inputs, PassInput input) {
        ByteBuffer bytes =
                ByteBuffer.allocate(Integer.BYTES * elements(inputs, input)).order(ByteOrder.nativeOrder());
        inputs.write(input, bytes);
        return bytes;
    }

    private static int elements(GraphInputs inputs, PassInput input) {
        long elements = 1;
        for (long size : inputs.shape(input)) {
            elements *= size;
        }
        return Math.toIntExact(elements);
    }
}
