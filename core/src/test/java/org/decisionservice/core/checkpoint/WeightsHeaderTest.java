// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeightsHeaderTest {
    private static final String TWO_TENSORS = """
            {"__metadata__": {"format": "pt"},
             "b": {"dtype": "F32", "shape": [1], "data_offsets": [8, 12]},
             "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}""";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"english", "multilingual", "typed-decisions"})
    void publishedFilesAreComplete(String checkpoint) {
        Path weights = Golden.tiny(checkpoint).resolve("model.safetensors");
        assertThatCode(() -> WeightsHeader.check(weights)).doesNotThrowAnyException();
    }

    @Test
    void aFileThatEndsWithItsLastTensorIsComplete() throws IOException {
        assertThatCode(() -> WeightsHeader.check(file(TWO_TENSORS, 12))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"11", "13", "0"})
    void anyOtherLengthIsRefused(int data) throws IOException {
        refuses(
                file(TWO_TENSORS, data),
                "model.safetensors: is not complete: its tensors take 12 bytes, but it has " + data);
    }

    @Test
    void aFileThatEndsWithinItsHeaderIsCutOff() throws IOException {
        byte[] whole = Files.readAllBytes(file(TWO_TENSORS, 12));
        refuses(
                Files.write(directory.resolve("model.safetensors"), Arrays.copyOf(whole, 100)),
                "model.safetensors: is not a safetensors file, or is cut off: it declares a header of "
                        + TWO_TENSORS.length() + " bytes, and 92 follow");
    }

    @Test
    void aFileOfAnotherFormatIsRefused() throws IOException {
        refuses(write(new byte[7]), "model.safetensors: is 7 bytes long, too short for a safetensors header");
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) -1);
        refuses(
                write(ones),
                "model.safetensors: is not a safetensors file, or is cut off: it declares a header of 18446744073709551615"
                        + " bytes, and 56 follow");
        refuses(file("{\"a\": ", 0), "model.safetensors: its header is not valid JSON");
    }

    @Test
    void aMissingFileIsRefusedByName() {
        refuses(directory.resolve("model.safetensors"), "model.safetensors: cannot be read: reading it failed");
    }

    private Path file(String header, int data) throws IOException {
        byte[] json = header.getBytes(StandardCharsets.UTF_8);
        return write(ByteBuffer.allocate(8 + json.length + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(json.length)
                .put(json)
                .array());
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(directory.resolve("model.safetensors"), content);
    }

    private static void refuses(Path file, String message) {
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> WeightsHeader.check(file))
                .withMessage(message);
    }
}
