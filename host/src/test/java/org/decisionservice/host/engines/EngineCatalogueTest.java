// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.testing.LogLines;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.Test;

class EngineCatalogueTest {
    private static final EngineOptions OPTIONS = EngineOptions.DEFAULTS;

    private record Provider(String name, Availability availability) implements EngineProvider {
        @Override
        public int spiVersion() {
            return SPI_VERSION;
        }

        @Override
        public Availability probe(EngineOptions options) {
            return availability;
        }

        @Override
        public Engine open(EngineOptions options) {
            return new ScriptedEngine();
        }
    }

    private final EngineProvider fast =
            new Provider("fast", new Availability.Available(List.of(Device.cuda(1), Device.CPU)));
    private final EngineProvider broken =
            new Provider("broken", new Availability.Unavailable("its native library is not for this platform"));
    private final EngineCatalogue catalogue = EngineCatalogue.of(List.of(fast, broken));

    @Test
    void theEngineThatServesTheTestsIsFound() {
        EngineCatalogue found = EngineCatalogue.find(EngineCatalogueTest.class.getClassLoader());
        assertThat(found.choose("SERVICE_ENGINE", "reference", OPTIONS, Precision.FLOAT32, Optional.empty())
                        .device())
                .isEqualTo(Device.CPU);
    }

    @Test
    void autoTakesTheDeviceThatTheEnginePrefers() {
        assertThat(catalogue
                        .choose("SERVICE_ENGINE", "fast", OPTIONS, Precision.FLOAT32, Optional.empty())
                        .device())
                .isEqualTo(Device.cuda(1));
        assertThat(catalogue
                        .choose("SERVICE_ENGINE", "fast", OPTIONS, Precision.FLOAT32, Optional.of(Device.CPU))
                        .device())
                .isEqualTo(Device.CPU);
    }

    @Test
    void aPrecisionThatTheEngineHasNotIsRefusedByName() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> catalogue.choose("SERVICE_ENGINE", "fast", OPTIONS, Precision.INT8, Optional.empty()))
                .withMessage("SERVICE_PRECISION: engine 'fast' has no int8; it takes one of: float32");
    }

    @Test
    void anUnknownEngineListsTheKnownOnesWithTheirReasons() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(
                        () -> catalogue.choose("SERVICE_ENGINE", "quick", OPTIONS, Precision.FLOAT32, Optional.empty()))
                .withMessage(
                        "SERVICE_ENGINE: there is no engine 'quick'; it takes one of: broken (unavailable: its native"
                                + " library is not for this platform), fast (cuda:1, cpu)");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> EngineCatalogue.of(List.of())
                        .choose("SERVICE_ENGINE", "quick", OPTIONS, Precision.FLOAT32, Optional.empty()))
                .withMessageContaining("none was found");
    }

    @Test
    void anEngineThatCannotRunSaysWhy() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() ->
                        catalogue.choose("SERVICE_ENGINE", "broken", OPTIONS, Precision.FLOAT32, Optional.empty()))
                .withMessageContaining("not for this platform");
    }

    @Test
    void anEngineOfAnotherInterfaceIsNotAskedForMoreThanItsName() {
        EngineProvider old = new EngineProvider() {
            @Override
            public int spiVersion() {
                return 7;
            }

            @Override
            public String name() {
                return "old";
            }

            @Override
            public Availability probe(EngineOptions options) {
                throw new NoSuchMethodError("what it calls is not there");
            }

            @Override
            public Engine open(EngineOptions options) {
                throw new NoSuchMethodError("what it calls is not there");
            }
        };
        EngineCatalogue both = EngineCatalogue.of(List.of(fast, old));
        String reason = "its jar was built for version 7 of the engine interface, and this service has version "
                + EngineProvider.SPI_VERSION + "; install a jar of it that was built for this version";
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> both.choose("SERVICE_ENGINE", "old", OPTIONS, Precision.FLOAT32, Optional.empty()))
                .withMessage("SERVICE_ENGINE: 'old' cannot run here: " + reason + "; known engines: fast (cuda:1, cpu),"
                        + " old (unavailable: " + reason + ")");
        assertThat(both.choose("SERVICE_ENGINE", "fast", OPTIONS, Precision.FLOAT32, Optional.empty())
                        .device())
                .isEqualTo(Device.cuda(1));
    }

    @Test
    void aDeviceThatIsNotThereNamesThoseThatAre() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> catalogue.choose(
                        "SERVICE_ENGINE", "fast", OPTIONS, Precision.FLOAT32, Optional.of(Device.cuda(0))))
                .withMessage("SERVICE_DEVICE: engine 'fast' cannot compute on cuda here; it takes auto or one of:"
                        + " cuda:1, cpu");
    }

    @Test
    void anEngineSaysWhyItHasNoCuda() {
        Availability onCpu = new Availability.Available(List.of(Device.CPU), Optional.of("libcuda.so.1 is not there"));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> EngineCatalogue.of(List.of(new Provider("slow", onCpu)))
                        .choose("SERVICE_ENGINE", "slow", OPTIONS, Precision.FLOAT32, Optional.of(Device.cuda(0))))
                .withMessage("SERVICE_DEVICE: engine 'slow' cannot compute on cuda here: libcuda.so.1 is not there;"
                        + " it takes auto or one of: cpu");
    }

    @Test
    void autoSaysOnceWhyABuildForCudaComputesOnTheCpu() {
        Availability forCuda =
                new Availability.Available(List.of(Device.CPU), Optional.of("libcuda.so.1 is not there"), true);
        Availability forTheCpu = new Availability.Available(List.of(Device.CPU), Optional.of("built for the CPU"));
        EngineCatalogue both =
                EngineCatalogue.of(List.of(new Provider("slow", forCuda), new Provider("other", forTheCpu)));
        try (LogLines lines = new LogLines()) {
            for (String name : List.of("slow", "slow", "other")) {
                assertThat(both.choose("SERVICE_ENGINE", name, OPTIONS, Precision.FLOAT32, Optional.empty())
                                .device())
                        .isEqualTo(Device.CPU);
                both.choose("SERVICE_ENGINE", name, OPTIONS, Precision.FLOAT32, Optional.of(Device.CPU));
            }
            assertThat(lines.with("SERVICE_DEVICE"))
                    .containsExactly(
                            "SERVICE_DEVICE is auto, and engine slow computes on cpu: libcuda.so.1 is not there");
        }
    }

    @Test
    void twoEnginesOfOneNameAreRefusedNamingBothClasses() {
        EngineProvider other = new EngineProvider() {
            @Override
            public int spiVersion() {
                return SPI_VERSION;
            }

            @Override
            public String name() {
                return "fast";
            }

            @Override
            public Availability probe(EngineOptions options) {
                return new Availability.Unavailable("never asked");
            }

            @Override
            public Engine open(EngineOptions options) {
                return new ScriptedEngine();
            }
        };
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> EngineCatalogue.of(List.of(fast, other)))
                .withMessageContaining("'fast'")
                .withMessageContaining(Provider.class.getName())
                .withMessageContaining(other.getClass().getName());
    }
}
