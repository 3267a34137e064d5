// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weights are read from the checkpoint's file, wherever it is and however it is laid out. */
public interface FilesContract extends EngineUnderTest {

    @Test
    default void readsThroughSymbolicLinksAsAHubCacheHasThem(@TempDir Path cache) throws IOException {
        Path blob = Files.createDirectories(cache.resolve("blobs")).resolve("0123abcd");
        Files.copy(SampleCheckpoint.TYPED_DECISIONS.source().weights().file(), blob);
        Path link = Files.createDirectories(cache.resolve("snapshots/main")).resolve("model.safetensors");
        Files.createSymbolicLink(link, Path.of("../../blobs/0123abcd"));
        expectSameAnswer(link);
    }

    /** The header may have any length, so float32 tensors may start at any byte. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    default void readsTensorsAtOddOffsets(int shift, @TempDir Path directory) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(
                        SampleCheckpoint.TYPED_DECISIONS.source().weights().file()))
                .order(ByteOrder.LITTLE_ENDIAN);
        int header = Math.toIntExact(file.getLong());
        ByteArrayOutputStream shifted = new ByteArrayOutputStream();
        shifted.writeBytes(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header + shift)
                .array());
        shifted.write(file.array(), Long.BYTES, header);
        shifted.writeBytes(" ".repeat(shift).getBytes(StandardCharsets.US_ASCII));
        int data = Long.BYTES + header;
        shifted.writeBytes(Arrays.copyOfRange(file.array(), data, file.capacity()));
        Path odd = Files.write(directory.resolve("odd.safetensors"), shifted.toByteArray());
        expectSameAnswer(odd);
    }

    /** As large models are saved: every tensor is in one of several files. */
    @Test
    default void readsTensorsFromSeveralFiles(@TempDir Path directory) {
        Path whole = SampleCheckpoint.TYPED_DECISIONS.source().weights().file();
        expectSameAnswer(
                SafetensorsFile.copyOf(whole).part(0, 3).writeTo(directory.resolve("model-00001-of-00003.safetensors")),
                SafetensorsFile.copyOf(whole).part(1, 3).writeTo(directory.resolve("model-00002-of-00003.safetensors")),
                SafetensorsFile.copyOf(whole)
                        .part(2, 3)
                        .writeTo(directory.resolve("model-00003-of-00003.safetensors")));
    }

    /** What an optimizer or another head has left in the file is nobody's concern. */
    @Test
    default void passesOverTensorsThatItDoesNotNeed(@TempDir Path directory) {
        expectSameAnswer(SafetensorsFile.copyOf(
                        SampleCheckpoint.TYPED_DECISIONS.source().weights().file())
                .with("unused", DataType.F8_E4M3, 16, 16)
                .writeTo(directory.resolve("more.safetensors")));
    }

    private void expectSameAnswer(Path... weights) {
        float expected = logit(SampleCheckpoint.TYPED_DECISIONS.source());
        assertThat(logit(SampleCheckpoint.TYPED_DECISIONS.source(weights)))
                .isCloseTo(expected, within((float) tolerances().invariant().logit()));
    }

    private float logit(ModelSource source) {
        RowBatch rows = Goldens.of(SampleCheckpoint.TYPED_DECISIONS).getFirst().rowBatch();
        try (LoadedModel model = load(engine(), source)) {
            Logits logits = model.forward(rows);
            return logits.optionLogit(0, 0);
        }
    }
}
