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
import org.decisionservice.engine.spi.EngineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightsTest {
    /** Tensors one after the other, so that none of the wider ones is aligned. */
    private static final String HEADER = """
            {"pad":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},\
            "f32":{"dtype":"F32","shape":[3,1],"data_offsets":[1,13]},\
            "f16":{"dtype":"F16","shape":[3],"data_offsets":[13,19]},\
            "bf16":{"dtype":"BF16","shape":[3],"data_offsets":[19,25]}}\
            """;

    @TempDir
    private Path directory;

    private Path file() throws IOException {
        ByteBuffer data = ByteBuffer.allocate(25).order(ByteOrder.LITTLE_ENDIAN).put((byte) 7);
        data.putFloat(1.5f).putFloat(-0.0f).putFloat(Float.MIN_VALUE);
        data.putShort(Float.floatToFloat16(65504f)).putShort((short) 0x0001).putShort((short) 0xC000);
        data.putShort((short) 0x3F80).putShort((short) 0xBF80).putShort((short) 0x7F7F);
        return RawFile.write(directory, HEADER, data.array());
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
        Path real = Files.move(file(), directory.resolve("3f7a"));
        Path link = Files.createSymbolicLink(directory.resolve("model.safetensors"), Path.of("3f7a"));
        try (Weights weights = Weights.open(link)) {
            assertThat(weights.file()).isEqualTo(real.toRealPath());
            assertBad(() -> weights.require("absent"), "model.safetensors: tensor 'absent' is missing");
        }
    }

    @Test
    void fileThatCannotBeReadIsNamed() {
        assertBad(
                () -> Weights.open(directory.resolve("none.safetensors")).close(),
                "none.safetensors: there is no such file");
        assertThatThrownBy(() -> Weights.open(directory).close())
                .isInstanceOf(EngineException.class)
                .hasMessageStartingWith(directory.getFileName() + ": cannot be read");
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
