// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.Guard;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.Test;

class PlacementsTest {
    private record Provider(String name, List<Device> devices, List<String> opened) implements EngineProvider {
        @Override
        public int spiVersion() {
            return SPI_VERSION;
        }

        @Override
        public Availability probe(EngineOptions options) {
            return new Availability.Available(devices);
        }

        @Override
        public Engine open(EngineOptions options) {
            opened.add(name + " " + options.threads().orElse(0));
            return Guard.onInferenceThread(new ScriptedEngine());
        }

        @Override
        public Set<Precision> precisions() {
            return Set.of(Precision.values());
        }

        @Override
        public Set<Precision> precisions(Device device) {
            return device.kind() == Device.Kind.CPU
                    ? Set.of(Precision.FLOAT32, Precision.INT8, Precision.BF16)
                    : precisions();
        }
    }

    private final List<String> opened = new ArrayList<>();
    private final EngineCatalogue engines = EngineCatalogue.of(List.of(
            new Provider("one", List.of(Device.CPU), opened),
            new Provider("two", List.of(Device.cuda(0), Device.CPU), opened),
            new Provider("three", List.of(Device.CPU), opened)));
    private final CheckpointCatalogue tiny = Catalogues.tiny();

    private Placements open(CheckpointCatalogue checkpoints, Map<CheckpointName, String> named) {
        return open(checkpoints, named, Precision.FLOAT32);
    }

    private Placements open(CheckpointCatalogue checkpoints, Map<CheckpointName, String> named, Precision precision) {
        return Placements.open(
                engines,
                new HostSettings.Compute(
                        "one",
                        named,
                        Optional.empty(),
                        OptionalInt.of(2),
                        Optional.of(precision),
                        0.02,
                        1,
                        false,
                        0,
                        Approach.PLAIN,
                        Optional.empty()),
                checkpoints);
    }

    private ServedCheckpoint tiny(CheckpointName name) {
        return tiny.find(name).orElseThrow();
    }

    @Test
    void everyEngineThatIsNeededIsOpenedOnce() {
        try (Placements placements = open(tiny, Map.of(CheckpointName.MULTILINGUAL, "two"))) {
            assertThat(opened).containsExactlyInAnyOrder("one 2", "two 2");
            Placement english = placements.of(tiny(CheckpointName.ENGLISH));
            Placement multilingual = placements.of(tiny(CheckpointName.MULTILINGUAL));
            assertThat(english).isEqualTo(placements.of(tiny(CheckpointName.TYPED_DECISIONS)));
            assertThat(english.engineName()).isEqualTo("one");
            assertThat(multilingual.engineName()).isEqualTo("two");
            assertThat(multilingual.device()).isEqualTo(Device.cuda(0));
            assertThat(placements)
                    .hasToString("english: one on cpu in float32; multilingual: two on cuda in float32;"
                            + " typed-decisions: one on cpu in float32");
        }
    }

    @Test
    void whereAllAreAlikeItIsSaidOnce() {
        try (Placements placements = open(tiny, Map.of())) {
            assertThat(placements).hasToString("one on cpu in float32");
        }
    }

    @Test
    void whoComputesElsewhereIsNamed() {
        try (Placements placements = open(tiny, Map.of(CheckpointName.MULTILINGUAL, "two"))) {
            assertThat(placements.with(Map.of("multilingual", Device.cuda(0), "english", Device.CPU)))
                    .isEqualTo(placements.toString());
            assertThat(placements.with(Map.of("multilingual", Device.CPU)))
                    .isEqualTo(placements + "; multilingual on cpu, because cuda has too little memory");
        }
    }

    @Test
    void aPrecisionThatTheDeviceLacksIsNotPromised() {
        try (Placements placements = open(tiny, Map.of(), Precision.TF32)) {
            assertThat(placements).hasToString("one on cpu in float32, because it has no tf32 there");
        }
    }

    @Test
    void aReducedPrecisionIsSaidToBeAWish() {
        try (Placements placements = open(tiny, Map.of(), Precision.INT8)) {
            assertThat(placements).hasToString("one on cpu in int8, in float32 if int8 would change the answers");
        }
    }

    @Test
    void mistakesAreFoundBeforeAnythingIsOpened() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> open(tiny, Map.of(CheckpointName.MULTILINGUAL, "four")))
                .withMessageStartingWith("SERVICE_ENGINE: there is no engine 'four'")
                .withMessageContaining("one (cpu)");
        assertThat(opened).isEmpty();
    }

    @Test
    void oneCheckpointUnderSeveralNamesComputesOnOneEngine() {
        CheckpointCatalogue starter = Catalogues.catalogue(new HostSettings.Starter());
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> open(starter, Map.of(CheckpointName.MULTILINGUAL, "two")))
                .withMessage("SERVICE_ENGINE: english/multilingual/typed-decisions is one checkpoint here and computes"
                        + " on one engine, not on one and two; name one of them alone");
    }

    @Test
    void aCheckpointThatIsNotServedIsNoKey() {
        ServedCheckpoint other = Catalogues.tiny(CheckpointName.ENGLISH);
        try (Placements placements = open(tiny, Map.of())) {
            assertThatIllegalArgumentException().isThrownBy(() -> placements.of(other));
        }
    }
}
