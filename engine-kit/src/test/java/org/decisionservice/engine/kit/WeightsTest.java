// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.TensorInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightsTest {
    @TempDir
    private Path directory;

    /** Tensors one after the other, so that none of the wider ones is aligned. */
    private ModelWeights file() throws IOException {
        ByteBuffer data = ByteBuffer.allocate(25).order(ByteOrder.LITTLE_ENDIAN).put((byte) 7);
        data.putFloat(1.5f).putFloat(-0.0f).putFloat(Float.MIN_VALUE);
        data.putShort(Float.floatToFloat16(65504f)).putShort((short) 0x0001).putShort((short) 0xC000);
        data.putShort((short) 0x3F80).putShort((short) 0xBF80).putShort((short) 0x7F7F);
        return stored(Files.write(directory.resolve("weights.safetensors"), data.array()));
    }

    private static ModelWeights stored(Path file) {
        SequencedMap<String, TensorInfo> tensors = new LinkedHashMap<>();
        for (TensorInfo tensor : List.of(
                new TensorInfo(file, "pad", DataType.U8, List.of(1L), 0, 1),
                new TensorInfo(file, "f32", DataType.F32, List.of(3L, 1L), 1, 12),
                new TensorInfo(file, "f16", DataType.F16, List.of(3L), 13, 6),
                new TensorInfo(file, "bf16", DataType.BF16, List.of(3L), 19, 6))) {
            tensors.put(tensor.name(), tensor);
        }
        return new ModelWeights(file, List.of(file), tensors);
    }

    @Test
    void everyWeightTypeBecomesFloat32Exactly() throws IOException {
        try (Weights weights = Weights.open(file())) {
            assertThat(weights.toFloats(weights.require("f32", 3, 1))).containsExactly(1.5f, -0.0f, Float.MIN_VALUE);
            assertThat(weights.toFloats(weights.require("f16", 3))).containsExactly(65504f, 0x1p-24f, -2f);
            assertThat(weights.toFloats(weights.require("bf16", 3))).containsExactly(1f, -1f, 0x1.FEp127f);
        }
    }

    @Test
    void partsOfATensorAreItsRows() throws IOException {
        try (Weights weights = Weights.open(file())) {
            TensorInfo tensor = weights.require("f32", 3, 1);
            assertThat(weights.toFloats(tensor.rows(1, 2))).containsExactly(-0.0f, Float.MIN_VALUE);
            assertThat(tensor.rows(1, 2).name()).isEqualTo("f32[1:3]");
            assertThat(tensor.rows(1, 2).elements()).isEqualTo(2);
            assertThatIllegalArgumentException().isThrownBy(() -> tensor.rows(2, 2));
            assertThatIllegalArgumentException().isThrownBy(() -> tensor.rows(-1, 1));
        }
    }

    @Test
    void segmentIsTheBytesOfTheFile() throws IOException {
        try (Weights weights = Weights.open(file())) {
            assertThat(weights.segment(weights.require("bf16", 3)).toArray(ValueLayout.JAVA_BYTE))
                    .containsExactly(0x80, 0x3F, 0x80, 0xBF, 0x7F, 0x7F);
        }
    }

    @Test
    void wantsAreRefusedNamingFileAndTensor() throws IOException {
        try (Weights weights = Weights.open(file())) {
            assertBad(() -> weights.require("absent", 3), "weights.safetensors: tensor 'absent' is missing");
            assertBad(
                    () -> weights.require("f32", 1, 3),
                    "weights.safetensors: tensor 'f32' has shape [3, 1], expected [1, 3]");
            assertBad(
                    () -> weights.require("pad", 1),
                    "weights.safetensors: tensor 'pad' has type U8, expected F32, F16 or BF16");
            TensorInfo pad = weights.tensors().iterator().next();
            assertThatIllegalArgumentException().isThrownBy(() -> weights.toFloats(pad));
        }
    }

    @Test
    void linkIsFollowedAndMessagesKeepItsName() throws IOException {
        Path real = Files.move(file().file(), directory.resolve("3f7a"));
        Path link = Files.createSymbolicLink(directory.resolve("model.safetensors"), Path.of("3f7a"));
        try (Weights weights = Weights.open(stored(link))) {
            assertThat(weights.file(weights.require("f16", 3))).isEqualTo(real.toRealPath());
            assertBad(() -> weights.require("absent"), "model.safetensors: tensor 'absent' is missing");
        }
    }

    @Test
    void eachTensorIsReadFromItsFile() throws IOException {
        ModelWeights one = file();
        Path second = Files.write(directory.resolve("second.safetensors"), new byte[] {0, 0, 0x40, 0x40});
        SequencedMap<String, TensorInfo> tensors = new LinkedHashMap<>(one.tensors());
        tensors.put("three", new TensorInfo(second, "three", DataType.F32, List.of(1L), 0, 4));
        Path index = directory.resolve("index.json");
        try (Weights weights = Weights.open(new ModelWeights(index, List.of(one.file(), second), tensors))) {
            assertThat(weights.toFloats(weights.require("f16", 3))).hasSize(3);
            assertThat(weights.toFloats(weights.require("three", 1))).containsExactly(3);
            assertBad(
                    () -> weights.require("three", 2),
                    "second.safetensors: tensor 'three' has shape [1], expected [2]");
            assertBad(() -> weights.require("absent"), "index.json: tensor 'absent' is missing");
        }
    }

    @Test
    void fileThatCannotBeReadOrWasCutOffIsNamed() throws IOException {
        assertBad(
                () -> Weights.open(stored(directory.resolve("none.safetensors")))
                        .close(),
                "none.safetensors: there is no such file");
        assertThatThrownBy(() -> Weights.open(stored(directory)).close())
                .isInstanceOf(EngineException.class)
                .hasMessageStartingWith(directory.getFileName() + ": cannot be read");
        ModelWeights whole = file();
        Files.write(whole.file(), new byte[20]);
        assertBad(
                () -> Weights.open(whole).close(),
                "weights.safetensors: is cut off: tensor 'bf16' lies outside the file");
    }

    @Test
    void closedTwiceAndUsedNoMore() throws IOException {
        Weights weights = Weights.open(file());
        TensorInfo tensor = weights.require("f32", 3, 1);
        weights.close();
        assertThatCode(weights::close).doesNotThrowAnyException();
        assertThatIllegalStateException().isThrownBy(() -> weights.toFloats(tensor));
    }

    private static void assertBad(Runnable action, String message) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.BAD_MODEL))
                .hasMessage(message);
    }
}
