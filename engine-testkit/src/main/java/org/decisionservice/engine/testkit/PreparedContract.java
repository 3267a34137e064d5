// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an engine leaves for the next start answers as what it loads. */
public interface PreparedContract extends EngineUnderTest {

    @ParameterizedTest
    @EnumSource(names = {"ENGLISH", "MULTILINGUAL", "TYPED_DECISIONS", "PARALLEL_ENGLISH"})
    default void preparedFilesAnswerAsTheCheckpoint(SampleCheckpoint checkpoint, @TempDir Path directory) {
        assumeOffered(checkpoint);
        ModelSource source = checkpoint.source();
        int prepared = 0;
        for (Reduction.Variant variant : variants(source)) {
            assumeTrue(variant.preparer().isPresent(), "the engine leaves no files");
            Path folder = folder(directory.resolve("making-" + prepared));
            Path renamed = directory.resolve("kept-" + prepared++);
            Differences first = new Differences();
            Differences again = new Differences();
            try (LoadedModel expected = variant.load();
                    LoadedModel actual = variant.prepare(folder)) {
                // As the host does while the model is open.
                rename(folder, renamed);
                compare(source, expected, actual, first);
                try (LoadedModel opened =
                        engine().loadPrepared(source.withSamples(List.of()), Device.CPU, precision(), renamed)) {
                    assertThat(opened.precision()).isEqualTo(precision());
                    compare(source, expected, opened, again);
                }
            }
            String what = provider().name() + ", " + checkpoint.key() + ", " + variant.name();
            first.report(what + ", prepared from loaded");
            first.assertWithin(tolerances().invariant());
            again.report(what + ", opened from loaded");
            again.assertWithin(tolerances().invariant());
            assertThat(ResidentMemory.mappings(source.weights().file())).isEmpty();
        }
    }

    @Test
    default void fingerprintIsTheSameEveryTime() {
        assertThat(engine().fingerprint()).isEqualTo(engine().fingerprint());
    }

    private List<Reduction.Variant> variants(ModelSource source) {
        return precision() == Precision.FLOAT32
                ? List.of(engine().float32(source, Device.CPU))
                : engine().reduce(source, Device.CPU, precision()).variants();
    }

    private static void compare(ModelSource source, LoadedModel expected, LoadedModel actual, Differences differences) {
        RowBatch rows = source.sampleRows();
        RowBatch asked = rows.withStateVectors();
        Logits one = expected.forward(asked);
        Logits other = actual.forward(asked);
        for (int row = 0; row < one.size(); row++) {
            differences.add("sample " + row, one, row, other, row);
            assertThat(other.stateVectors(row).isPresent())
                    .isEqualTo(one.stateVectors(row).isPresent());
        }
    }

    private static Path folder(Path path) {
        try {
            return Files.createDirectory(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void rename(Path from, Path to) {
        try {
            Files.move(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
