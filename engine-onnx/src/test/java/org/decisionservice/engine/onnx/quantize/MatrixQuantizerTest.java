// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.decisionservice.engine.spi.TensorInfo;
import org.decisionservice.engine.spi.Weights;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads every weight of real matrices back from the file. */
class MatrixQuantizerTest {

    @ParameterizedTest
    @EnumSource
    void everyWeightComesBackWithinHalfAStepOfItsOutput(WeightRange range) throws IOException {
        QuantizedLayout layout = new QuantizedLayout();
        try (Weights weights = Weights.open(SampleCheckpoint.ENGLISH.source().weights());
                QuantizedFile file = QuantizedFile.create()) {
            // A whole tile and part of one, taken from the middle of a fused matrix.
            TensorInfo sliced =
                    tensor(weights, "encoder.layers.0.mlp.Wi.weight").rows(3, 100);
            QuantizedLayout.Matrix first = layout.place(sliced);
            QuantizedLayout.Matrix second = layout.place(tensor(weights, "encoder.layers.1.attn.Wo.weight"));
            assertThat(layout.place(sliced)).as("asked for twice").isEqualTo(first);
            file.fill(layout, weights, range);
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file.path())).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(bytes.capacity()).isEqualTo((int) layout.size());
            check(first, weights, bytes, range);
            check(second, weights, bytes, range);
        }
    }

    @Test
    void fileGoesWhenItIsClosed() throws IOException {
        QuantizedFile file = QuantizedFile.create();
        Path path = file.path();
        assertThat(path).exists();
        file.close();
        file.close();
        assertThat(path).doesNotExist();
    }

    private static TensorInfo tensor(Weights weights, String name) {
        return weights.tensors().stream()
                .filter(tensor -> tensor.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void check(QuantizedLayout.Matrix matrix, Weights weights, ByteBuffer file, WeightRange range) {
        float[] exact = weights.toFloats(matrix.source());
        for (int output = 0; output < matrix.outputs(); output++) {
            float scale = file.getFloat((int) matrix.scalesOffset() + Float.BYTES * output);
            int largest = 0;
            for (int input = 0; input < matrix.inputs(); input++) {
                byte quantized = file.get((int) matrix.weightsOffset() + input * matrix.outputs() + output);
                largest = Math.max(largest, Math.abs(quantized));
                assertThat(quantized * scale)
                        .isCloseTo(exact[output * matrix.inputs() + input], within(0.501f * scale));
            }
            assertThat(largest).as("largest step of output %d", output).isEqualTo(range.largest());
        }
    }
}
