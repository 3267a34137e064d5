// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Optional;
import java.util.OptionalLong;
import org.decisionservice.host.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of little memory before the process is killed for it. */
class MemoryLimitTest {
    private static Optional<String> shortage(long mebibytes) {
        return new MemoryLimit(OptionalLong.of(mebibytes << 20)).shortage();
    }

    @ParameterizedTest
    @ValueSource(longs = {64, 191})
    void aLimitInWhichNothingIsLoadedStopsTheStart(long mebibytes) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> shortage(mebibytes))
                .withMessage(
                        "the limit of " + mebibytes + " MiB of memory is too low to serve; raise it to at least 320 MiB"
                                + " for the bundled checkpoint, and to what docs/sizing.md says for others");
    }

    @ParameterizedTest
    @ValueSource(longs = {192, 256, 319})
    void aLimitThatMayBeTooLowIsNamed(long mebibytes) {
        assertThat(shortage(mebibytes))
                .get()
                .asString()
                .contains("the limit of " + mebibytes + " MiB of memory", "320 MiB");
    }

    @Test
    void enoughIsNotMentioned() {
        assertThat(shortage(320)).isEmpty();
        assertThat(new MemoryLimit(OptionalLong.empty()).shortage()).isEmpty();
    }

    @Test
    void theProcessHasALimit() {
        assertThat(MemoryLimit.ofProcess().bytes()).isPresent();
    }
}
