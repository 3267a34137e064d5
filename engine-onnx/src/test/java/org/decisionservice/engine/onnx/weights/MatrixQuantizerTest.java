// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.OnnxEngineProvider;
import org.decisionservice.engine.onnx.weights.QuantizedLayout.Basis;
import org.decisionservice.engine.onnx.weights.QuantizedLayout.Bias;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.TensorInfo;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads real matrices back from the file and compares what they compute with the checkpoint's own weights. */
class MatrixQuantizerTest {
    private static final Basis ROTATED = Basis.of(16);

    @TempDir
    private Path folder;

    /** As in the service: DJL starts the runtime, and would not if it ran already. */
    @BeforeAll
    static void startRuntime() {
        new OnnxEngineProvider().open(EngineOptions.DEFAULTS).close();
    }

    @ParameterizedTest
    @EnumSource
    void everyLayerComputesWhatItDidInFloat32(ByteRange range) throws IOException, OrtException {
        QuantizedLayout layout = new QuantizedLayout(range);
        ChannelMeans means = new ChannelMeans();
        try (Weights weights = Weights.open(SampleCheckpoint.STARTER.source().weights());
                QuantizedFile file = QuantizedFile.in(folder)) {
            // A whole tile and part of one, taken from the middle of a matrix.
            Linear sliced = slice(weights, "encoder.encoder.layer.0.intermediate.dense", 3, 100);
            Linear whole = slice(weights, "head.layers.1.linear2", 0, 384);
            Linear scaled = slice(weights, "encoder.encoder.layer.2.attention.self.key", 0, 384);
            Linear values = slice(weights, "encoder.encoder.layer.2.attention.self.value", 0, 384);
            Linear output = slice(weights, "encoder.encoder.layer.2.attention.output.dense", 0, 384);
            for (Linear linear : List.of(sliced, whole, values, scaled, output)) {
                means.add(linear.weight().name(), random(linear.weight().shape().getLast(), 1), 7);
            }
            TensorInfo gain = tensor(weights, "encoder.encoder.layer.1.attention.output.LayerNorm.weight");
            QuantizedLayout.Matrix first = layout.place(sliced, ROTATED);
            assertThat(layout.place(sliced, ROTATED)).as("asked for twice").isEqualTo(first);
            List<QuantizedLayout.Matrix> matrices = List.of(
                    first,
                    layout.place(whole, new Basis(32, Optional.empty(), 1, Bias.OWN)),
                    layout.place(values, new Basis(64, Optional.of(gain), 32, Bias.NONE)),
                    layout.place(scaled, new Basis(64, Optional.of(gain), 1, Bias.WITH_MEAN)),
                    layout.place(output, new Basis(32, Optional.empty(), 128, Bias.WITH_MEAN)));
            file.fill(layout, weights, means);
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file.path())).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(bytes.capacity()).isEqualTo((int) layout.size());
            try (QuantizedTensors tensors = new QuantizedTensors(layout, weights, means)) {
                for (QuantizedLayout.Matrix matrix : matrices) {
                    check(matrix, weights, means, bytes, range);
                    checkSame(matrix, bytes, tensors);
                }
            }
        }
    }

    @Test
    void fileGoesWhenItIsClosed() throws IOException {
        QuantizedFile file = QuantizedFile.in(folder);
        Path path = file.path();
        assertThat(path).exists();
        file.close();
        file.close();
        assertThat(path).doesNotExist();
    }

    private static void check(
            QuantizedLayout.Matrix matrix, Weights weights, ChannelMeans means, ByteBuffer file, ByteRange range) {
        float[] x = random(matrix.inputs(), 5);
        float[] gain = matrix.basis().gain().map(weights::toFloats).orElseGet(() -> filled(x.length, 1));
        float[] mean = matrix.basis().bias() == Bias.WITH_MEAN ? means.of(matrix.name()) : new float[matrix.inputs()];
        float[] centred = x.clone();
        for (int i = 0; i < x.length; i++) {
            centred[i] -= mean[i] / gain[i];
        }
        double[] rotated = multiplied(centred, matrix.basis().inputBlock());
        float[] computed = new float[matrix.outputs()];
        for (int output = 0; output < computed.length; output++) {
            float scale = file.getFloat((int) matrix.scalesOffset() + Float.BYTES * output);
            double sum = file.getFloat((int) matrix.biasOffset() + Float.BYTES * output);
            int largest = 0;
            int largestPair = 0;
            byte before = 0;
            for (int input = 0; input < x.length; input++) {
                byte quantized = file.get((int) matrix.weightsOffset() + input * computed.length + output);
                largest = Math.max(largest, Math.abs(quantized));
                largestPair = input % 2 == 0 ? largestPair : Math.max(largestPair, Math.abs(before + quantized));
                before = quantized;
                sum += rotated[input] * quantized * scale;
            }
            computed[output] = (float) sum;
            assertThat(largest).as("largest step of output %d", output).isLessThanOrEqualTo(range.largestWeight());
            assertThat(largestPair).as("largest pair of output %d", output).isLessThanOrEqualTo(range.largestPair());
            assertThat(largest == range.largestWeight() || largestPair >= range.largestPair() - 2)
                    .as("output %d uses the range", output)
                    .isTrue();
        }
        // The rotation is its own inverse.
        double[] back = multiplied(computed, matrix.basis().outputBlock());
        float[] exact = weights.toFloats(matrix.linear().weight());
        float[] bias = matrix.basis().bias() == Bias.NONE
                ? new float[computed.length]
                : weights.toFloats(matrix.linear().bias().orElseThrow());
        double squares = 0;
        double differences = 0;
        for (int output = 0; output < computed.length; output++) {
            double expected = bias[output];
            for (int input = 0; input < x.length; input++) {
                expected += (double) exact[output * x.length + input] * gain[input] * x[input];
            }
            squares += expected * expected;
            differences += Math.pow(back[output] - expected, 2);
        }
        // Half a step of 127, or of some fewer, of the largest of some hundred weights, which add up at random.
        assertThat(Math.sqrt(differences / squares))
                .as("relative error of %s", matrix.name())
                .isCloseTo(0, within(3.0 / range.largestWeight()))
                .isPositive();
    }

    /** In memory there is what is in the file. */
    private static void checkSame(QuantizedLayout.Matrix matrix, ByteBuffer file, QuantizedTensors tensors) {
        Map<String, Long> offsets = new HashMap<>();
        offsets.put(matrix.weightsName(), matrix.weightsOffset());
        offsets.put(matrix.scalesName(), matrix.scalesOffset());
        if (matrix.basis().bias() != Bias.NONE) {
            offsets.put(matrix.biasName(), matrix.biasOffset());
        }
        assertThat(tensors.byName()).containsKeys(offsets.keySet().toArray(String[]::new));
        assertThat(tensors.byName().containsKey(matrix.biasName())).isEqualTo(offsets.size() == 3);
        offsets.forEach((name, offset) -> {
            OnnxTensor tensor = Objects.requireNonNull(tensors.byName().get(name));
            ByteBuffer inMemory = tensor.getByteBuffer();
            assertThat(inMemory).as(name).isEqualTo(file.slice(offset.intValue(), inMemory.remaining()));
        });
        assertThat(Objects.requireNonNull(tensors.byName().get(matrix.weightsName()))
                        .getInfo()
                        .getShape())
                .containsExactly(matrix.inputs(), matrix.outputs());
    }

    /** Multiplies every block by the written matrix, to check the fast transform against it. */
    private static double[] multiplied(float[] values, int block) {
        float[] matrix = Rotation.matrix(block);
        double[] result = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            int first = i - i % block;
            for (int j = 0; j < block; j++) {
                result[i] += (double) matrix[(i - first) * block + j] * values[first + j];
            }
        }
        return result;
    }

    private static float[] filled(int count, float value) {
        float[] values = new float[count];
        Arrays.fill(values, value);
        return values;
    }

    private static float[] random(long count, int seed) {
        Random random = new Random(seed);
        float[] values = new float[(int) count];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static Linear slice(Weights weights, String name, long first, long count) {
        return new Linear(
                tensor(weights, name + ".weight").rows(first, count),
                Optional.of(tensor(weights, name + ".bias").rows(first, count)));
    }

    private static TensorInfo tensor(Weights weights, String name) {
        return weights.tensors().stream()
                .filter(tensor -> tensor.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
