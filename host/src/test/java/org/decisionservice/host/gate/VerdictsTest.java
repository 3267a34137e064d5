// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.gate.Verdicts.Verdict;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictsTest {
    private static final Verdict REFUSED =
            new Verdict(Optional.empty(), new PrecisionReport(1, 0.5, 0.5, 0.5, 1, false));

    private final Verdicts verdicts = new Verdicts();

    @TempDir
    private Path directory;

    private Path weights;

    @BeforeEach
    void kept() throws IOException {
        weights = Files.writeString(directory.resolve("model.safetensors"), "weights");
        verdicts.about(candidate(weights, 7)).keep(REFUSED);
    }

    @Test
    void sameFileAndProbesAreNotJudgedAgain() {
        assertThat(verdicts.about(candidate(weights, 7)).known()).contains(REFUSED);
    }

    @Test
    void otherProbesOrAnotherFileAreJudged() throws IOException {
        assertThat(verdicts.about(candidate(weights, 8)).known()).isEmpty();
        Path other = Files.copy(weights, directory.resolve("other.safetensors"));
        assertThat(verdicts.about(candidate(other, 7)).known()).isEmpty();
    }

    @Test
    void anotherDeviceTemperatureOrPrecisionIsJudged() {
        Candidate same = candidate(weights, 7);
        List<Probe> warmer =
                same.probes().stream().map(probe -> new Probe(probe.row(), 2)).toList();
        assertThat(verdicts.about(new Candidate(same.source(), same.probes(), Device.cuda(0), Precision.INT8))
                        .known())
                .isEmpty();
        assertThat(verdicts.about(new Candidate(same.source(), warmer, Device.CPU, Precision.INT8))
                        .known())
                .isEmpty();
        assertThat(verdicts.about(new Candidate(same.source(), same.probes(), Device.CPU, Precision.BF16))
                        .known())
                .isEmpty();
    }

    @Test
    void verdictsAboutOtherPrecisionsLeaveItKnown() {
        Candidate same = candidate(weights, 7);
        verdicts.about(new Candidate(same.source(), same.probes(), Device.CPU, Precision.BF16))
                .keep(REFUSED);
        verdicts.about(new Candidate(same.source(), same.probes(), Device.cuda(0), Precision.INT8))
                .keep(REFUSED);
        assertThat(verdicts.about(candidate(weights, 7)).known()).contains(REFUSED);
    }

    @Test
    void changedFileIsJudgedAgain() throws IOException {
        Files.setLastModifiedTime(weights, FileTime.fromMillis(0));
        assertThat(verdicts.about(candidate(weights, 7)).known()).isEmpty();
    }

    @Test
    void changeAfterTheCaseWasOpenedIsJudgedNextTime() throws IOException {
        Verdicts.Case before = verdicts.about(candidate(weights, 9));
        Files.writeString(weights, "other weights");
        before.keep(REFUSED);
        assertThat(verdicts.about(candidate(weights, 9)).known()).isEmpty();
    }

    @Test
    void missingFileIsABadModel() {
        assertThatThrownBy(() -> verdicts.about(candidate(directory.resolve("none"), 7)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.BAD_MODEL))
                .hasMessageContaining("none: cannot be read");
    }

    private static Candidate candidate(Path weights, int token) {
        EncoderConfig encoder = new EncoderConfig.Bert(64, 2, 1, 128, 100, 1e-12, 512, 2);
        Probe probe = new Probe(new Row(new int[] {1, token}, new int[] {1}, 0), 1);
        ModelSource source = new ModelSource(
                new ModelConfig(encoder, 1, 2), new ModelWeights(weights, List.of(weights), new LinkedHashMap<>()));
        return new Candidate(source, List.of(probe), Device.CPU, Precision.INT8);
    }
}
