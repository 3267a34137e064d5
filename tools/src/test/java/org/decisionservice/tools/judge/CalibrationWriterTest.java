// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.fitted.CalibrationFile;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.judging.calibration.Calibrator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationWriterTest {
    @TempDir
    private Path dir;

    @Test
    void whatIsWrittenIsRead() throws Exception {
        Temperatures own = Temperatures.of(List.of(1.1, 1.2, 1.3), Map.of("score:11+", 0.9));
        Calibrator.Fitted fitted = new Calibrator.Fitted(
                Map.of(QuestionType.NOUL, new Scaling(2, -0.5)),
                new TreeMap<>(Map.of("choice:6-10", Scaling.of(3))),
                new TreeMap<>(Map.of("0123456789abcdef", new Scaling(1.7, 0.25))),
                Optional.of(Scaling.of(1.9)),
                List.of(),
                new TreeMap<>(Map.of("0123456789abcdef", List.of(0.25, 1.0, 0.5))));
        Path path = dir.resolve("written.json");
        Files.write(path, CalibrationWriter.bytes("sha256:abc", own, fitted, Map.of("0123456789abcdef", "Angry?")));
        CalibrationFile file = CalibrationFile.read(path);
        assertThat(file.checkpoint()).contains("sha256:abc");
        assertThat(file.calibration().noul()).contains(new Scaling(2, -0.5));
        assertThat(file.calibration().byWording()).containsEntry("0123456789abcdef", new Scaling(1.7, 0.25));
        assertThat(file.calibration().temperatures().of(QuestionType.CHOICE, 8)).isEqualTo(3);
        assertThat(file.calibration().temperatures().of(QuestionType.SCORE, 12)).isEqualTo(0.9);
        assertThat(file.calibration().temperatures().of(QuestionType.SCORE, 3)).isEqualTo(1.2);
        // Upstream's library knows no bias: it gets the best temperature that goes without.
        assertThat(file.calibration().temperatures().of(QuestionType.NOUL, 2)).isEqualTo(1.9);
        assertThat(Files.readString(path)).contains("\"question\" : \"Angry?\"");
        assertThat(file.calibration().heldOut()).containsOnlyKeys("0123456789abcdef");
        assertThat(Objects.requireNonNull(file.calibration().heldOut().get("0123456789abcdef"))
                        .at(0.5)
                        .least())
                .isEqualTo(0.5);
    }
}
