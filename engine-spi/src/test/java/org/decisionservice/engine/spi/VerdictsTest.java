// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictsTest {
    private final Verdicts<String> verdicts = new Verdicts<>();

    @TempDir
    private Path directory;

    private Path weights;

    @BeforeEach
    void kept() throws IOException {
        weights = Files.writeString(directory.resolve("model.safetensors"), "weights");
        verdicts.about(source(weights, 7)).keep("accurate");
    }

    @Test
    void sameFileAndProbesAreNotJudgedAgain() {
        assertThat(verdicts.about(source(weights, 7)).known()).contains("accurate");
    }

    @Test
    void otherProbesOrAnotherFileAreJudged() throws IOException {
        assertThat(verdicts.about(source(weights, 8)).known()).isEmpty();
        Path other = Files.copy(weights, directory.resolve("other.safetensors"));
        assertThat(verdicts.about(source(other, 7)).known()).isEmpty();
    }

    @Test
    void changedFileIsJudgedAgain() throws IOException {
        Files.setLastModifiedTime(weights, FileTime.fromMillis(0));
        assertThat(verdicts.about(source(weights, 7)).known()).isEmpty();
    }

    @Test
    void changeAfterTheCaseWasOpenedIsJudgedNextTime() throws IOException {
        Verdicts<String>.Case before = verdicts.about(source(weights, 9));
        Files.writeString(weights, "other weights");
        before.keep("of the old ones");
        assertThat(verdicts.about(source(weights, 9)).known()).isEmpty();
    }

    @Test
    void missingFileIsABadModel() {
        assertThatThrownBy(() -> verdicts.about(source(directory.resolve("none"), 7)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.BAD_MODEL))
                .hasMessageContaining("none: cannot be read");
    }

    private static ModelSource source(Path weights, int token) {
        EncoderConfig encoder = new EncoderConfig.Bert(64, 2, 1, 128, 100, 1e-12, 512, 2);
        Probe probe = new Probe(new Row(new int[] {1, token}, new int[] {1}, 0), 1);
        return new ModelSource(new ModelConfig(encoder, 1, 2), weights, List.of(probe));
    }
}
