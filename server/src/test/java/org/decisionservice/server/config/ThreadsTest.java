// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadsTest {
    /** Two sockets of two cores; the first core has two threads. */
    private static final List<String> MACHINE = List.of(
            "processor\t: 0",
            "physical id\t: 0",
            "core id\t\t: 0",
            "processor\t: 1",
            "physical id\t: 0",
            "core id\t\t: 1",
            "processor\t: 2",
            "physical id\t: 1",
            "core id\t\t: 0",
            "processor\t: 3",
            "physical id\t: 1",
            "core id\t\t: 1",
            "processor\t: 4",
            "physical id\t: 0",
            "core id\t\t: 0");

    @Test
    void coresAreCountedOnce() {
        assertThat(Threads.cores(MACHINE)).isEqualTo(4);
        assertThat(Threads.cores(List.of("processor\t: 0", "BogoMIPS\t: 50", "processor\t: 1")))
                .as("a description without cores")
                .isEqualTo(2);
    }

    @Test
    void quotaBoundsTheDefaultAndNothingElseDoes() {
        assertThat(Threads.quota(1, 4).orElseThrow().used()).isEqualTo(1);
        assertThat(Threads.quota(4, 4)).isEmpty();
        assertThat(Threads.quota(8, 4)).as("two threads a core").isEmpty();
        assertThat(Threads.quota(2, 0)).as("a machine that does not say").isEmpty();
    }
}
