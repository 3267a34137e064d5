// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checkpoints that do not match their configuration are rejected when they are loaded, with the name of the tensor. */
public interface BadModelContract extends EngineUnderTest {

    @ParameterizedTest
    @CsvSource({
        "ENGLISH, encoder.layers.3.mlp.Wo.weight",
        "ENGLISH, act_head.2.bias",
        "TYPED_DECISIONS, head.layers.0.self_attn.in_proj_bias",
        "STARTER, encoder.encoder.layer.5.output.LayerNorm.bias"
    })
    default void missingTensorIsNamed(SampleCheckpoint checkpoint, String tensor, @TempDir Path directory) {
        refuses(
                checkpoint,
                spoilt(checkpoint).without(tensor).writeTo(directory.resolve("missing.safetensors")),
                tensor);
    }

    @Test
    default void tensorThatIsTooShortIsNamed(@TempDir Path directory) {
        refuses(
                SampleCheckpoint.ENGLISH,
                spoilt(SampleCheckpoint.ENGLISH)
                        .with("scorer.1.weight", DataType.F16, 127, 128)
                        .writeTo(directory.resolve("short.safetensors")),
                "scorer.1.weight");
    }

    @Test
    default void tensorOfIntegersIsNamed(@TempDir Path directory) {
        refuses(
                SampleCheckpoint.ENGLISH,
                spoilt(SampleCheckpoint.ENGLISH)
                        .with("type_emb.weight", DataType.I32, 3, 128)
                        .writeTo(directory.resolve("integers.safetensors")),
                "type_emb.weight");
    }

    @Test
    default void truncatedFileIsNamed(@TempDir Path directory) throws IOException {
        Path file = spoilt(SampleCheckpoint.ENGLISH).writeTo(directory.resolve("truncated.safetensors"));
        ModelSource source = SampleCheckpoint.ENGLISH.source(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(Files.size(file) - 1000);
        }
        refuses(source, "truncated.safetensors");
    }

    @Test
    default void missingFileIsNamed(@TempDir Path directory) throws IOException {
        Path file = spoilt(SampleCheckpoint.ENGLISH).writeTo(directory.resolve("absent.safetensors"));
        ModelSource source = SampleCheckpoint.ENGLISH.source(file);
        Files.delete(file);
        refuses(source, "absent.safetensors");
    }

    @Test
    default void engineLoadsOnAfterARefusal(@TempDir Path directory) {
        Path file = spoilt(SampleCheckpoint.ENGLISH)
                .without("scorer.3.bias")
                .writeTo(directory.resolve("missing.safetensors"));
        refuses(SampleCheckpoint.ENGLISH, file, "scorer.3.bias");
        assertThat(ResidentMemory.mappings(file)).isEmpty();
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            assertThat(model.device()).isEqualTo(Device.CPU);
        }
    }

    /** The helper's own file loads, so each test above fails only because of the one thing that it changes. */
    @Test
    default void rewrittenFileLoads(@TempDir Path directory) {
        Path file = spoilt(SampleCheckpoint.ENGLISH).writeTo(directory.resolve("sound.safetensors"));
        try (LoadedModel model = load(engine(), SampleCheckpoint.ENGLISH.source(file))) {
            assertThat(model.device()).isEqualTo(Device.CPU);
        }
    }

    private static SafetensorsFile spoilt(SampleCheckpoint checkpoint) {
        return SafetensorsFile.copyOf(checkpoint.source().weights().file());
    }

    private void refuses(SampleCheckpoint checkpoint, Path weights, String named) {
        refuses(checkpoint.source(weights), named);
    }

    private void refuses(ModelSource source, String named) {
        EngineException refusal = catchThrowableOfType(
                EngineException.class, () -> load(engine(), source).close());
        assertThat(refusal)
                .as("refusal of %s", source.weights().name())
                .isNotNull()
                .hasMessageContaining(named);
        assertThat(refusal.kind()).isEqualTo(EngineException.Kind.BAD_MODEL);
    }
}
