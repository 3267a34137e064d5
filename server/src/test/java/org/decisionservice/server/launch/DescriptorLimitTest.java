// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.config.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks how many connections fit into the limit on open files. */
class DescriptorLimitTest {
    private static int connections(OptionalInt wanted, OptionalLong limit) {
        return new DescriptorLimit(limit)
                .limits(new Settings.Connections(wanted, Duration.ofSeconds(2)), LeastRate.NONE)
                .most();
    }

    @ParameterizedTest
    @CsvSource({"272, 8", "400, 136", "1024, 760", "1288, 1024", "1000000, 1024"})
    void theDefaultLeavesAReserve(long limit, int connections) {
        assertThat(connections(OptionalInt.empty(), OptionalLong.of(limit))).isEqualTo(connections);
    }

    @ParameterizedTest
    @CsvSource({"400, 100, 100", "400, 137, 136", "1000000, 50000, 50000"})
    void theConfiguredNumberIsUsedIfItFits(long limit, int wanted, int connections) {
        assertThat(connections(OptionalInt.of(wanted), OptionalLong.of(limit))).isEqualTo(connections);
    }

    @Test
    void aPlatformThatReportsNoLimitSetsNone() {
        assertThat(connections(OptionalInt.empty(), OptionalLong.empty())).isEqualTo(1024);
        assertThat(connections(OptionalInt.of(9000), OptionalLong.empty())).isEqualTo(9000);
    }

    @Test
    void tooFewDescriptorsStopTheStart() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> connections(OptionalInt.empty(), OptionalLong.of(271)))
                .withMessage(
                        "the limit of 271 open files is too low to serve; raise it to at least 272, for example with"
                                + " ulimit -n 1024");
    }

    @Test
    void theProcessHasALimit() {
        assertThat(DescriptorLimit.ofProcess().most()).isPresent();
    }
}
