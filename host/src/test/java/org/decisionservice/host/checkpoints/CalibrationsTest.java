// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationsTest {
    @TempDir
    private Path dir;

    private HostSettings.Calibrated calibration(CheckpointName name, int temperature) throws IOException {
        Path file = dir.resolve(name + ".json");
        Files.writeString(file, "{\"temperature\": [1, 1, %d]}".formatted(temperature));
        return new HostSettings.Calibrated(Optional.of(name), file);
    }

    @Test
    void twoFilesOfAKindForOneCheckpointAreRefused() throws IOException {
        HostSettings.Calibrated first = calibration(CheckpointName.ENGLISH, 2);
        Path copy = Files.copy(first.file(), dir.resolve("copy.json"));
        HostSettings.Checkpoints settings = new HostSettings.Checkpoints(
                new HostSettings.Directory(Testdata.tiny()),
                HostSettings.Pins.NONE,
                HostSettings.Loading.LAZY,
                List.of(first, new HostSettings.Calibrated(Optional.of(CheckpointName.ENGLISH), copy)),
                List.of(),
                List.of(),
                OptionalDouble.empty(),
                TextReading.WITH_SPECIAL_TOKENS);
        CheckpointCatalogue catalogue = CheckpointCatalogue.of(settings, Catalogues.noHub(), Testdata.starter());
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Calibrations.load(catalogue, settings))
                .withMessage("SERVICE_FITTED: " + copy + " and " + first.file()
                        + " are both for english and of ./serve calibrate; name one of them");
    }

    /** New weights may be judged for a minute between the two. */
    @Test
    void aFileThatIsReadAgainBeforeANewVersionIsInForceStays() throws IOException {
        for (String name : List.of("english", "multilingual")) {
            Copies.copy(Testdata.tiny().resolve(name), dir.resolve(name));
        }
        HostSettings.Checkpoints settings = new HostSettings.Checkpoints(
                new HostSettings.Directory(dir),
                HostSettings.Pins.NONE,
                HostSettings.Loading.LAZY,
                List.of(calibration(CheckpointName.ENGLISH, 2), calibration(CheckpointName.MULTILINGUAL, 3)),
                List.of(),
                List.of(),
                OptionalDouble.empty(),
                TextReading.WITH_SPECIAL_TOKENS);
        CheckpointCatalogue catalogue = CheckpointCatalogue.of(settings, Catalogues.noHub(), Testdata.starter());
        Calibrations calibrations = Calibrations.load(catalogue, settings);
        ServedCheckpoint english = catalogue.find(CheckpointName.ENGLISH).orElseThrow();
        Files.writeString(dir.resolve("english/rl_agent_config.json"), "\n", StandardOpenOption.APPEND);
        CheckpointVersion next = english.readAgain().orElseThrow();
        Runnable inForce = calibrations.prepare(next);

        calibration(CheckpointName.MULTILINGUAL, 4);
        assertThat(calibrations.reload()).isEmpty();
        String reloaded = calibrations.digests().get("multilingual");
        inForce.run();
        assertThat(calibrations.digests())
                .containsOnlyKeys("english", "multilingual")
                .containsEntry("multilingual", reloaded);
        next.release();
    }
}
