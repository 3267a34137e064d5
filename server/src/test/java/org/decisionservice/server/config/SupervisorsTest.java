// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shipped supervisors do with a process that ends, starts slowly or is told to stop. */
class SupervisorsTest {
    private static final Path ROOT = Path.of("..");
    private static final String QUADLET = "deploy/quadlet/decision-service.container";
    private static final String UNIT = "deploy/systemd/decision-service.service";

    private static long number(String file, String pattern) throws IOException {
        return Long.parseLong(Pattern.compile(pattern)
                .matcher(Files.readString(ROOT.resolve(file)))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError(file + " has no " + pattern)));
    }

    private static Duration grace() {
        return SettingsReader.read(Map.of(), Path.of("there-is-no-such-file.yaml"))
                .listen()
                .shutdownGrace();
    }

    @ParameterizedTest
    @ValueSource(strings = {QUADLET, UNIT})
    void systemdStartsItAgainUnlessTheStartWasRefusedOrItWasToldToStop(String file) throws IOException {
        String unit = Files.readString(ROOT.resolve(file));
        assertThat(unit.substring(unit.indexOf("[Service]")).lines())
                .contains("Restart=on-failure", "RestartPreventExitStatus=2", "SuccessExitStatus=143");
    }

    /** Systemd gives up after five starts within ten seconds. */
    @ParameterizedTest
    @ValueSource(strings = {QUADLET, UNIT})
    void systemdPausesBeforeItStartsAgainWhatCannotStartForNow(String file) throws IOException {
        assertThat(number(file, "(?m)^RestartSec=([0-9]+)$")).isGreaterThan(2);
    }

    /** Compose knows no statuses, but a number of tries. */
    @Test
    void composeGivesUpAStartThatIsRefused() throws IOException {
        assertThat(number("compose.yaml", "(?m)^ +restart: on-failure:([0-9]+)$"))
                .isBetween(1L, 10L);
    }

    @ParameterizedTest
    @CsvSource({
        QUADLET + ", '(?m)^TimeoutStopSec=([0-9]+)$'",
        UNIT + ", '(?m)^TimeoutStopSec=([0-9]+)$'",
        QUADLET + ", --stop-timeout ([0-9]+)",
        "compose.yaml, '(?m)^ +stop_grace_period: ([0-9]+)s$'",
        "deploy/kubernetes/base/deployment.yaml, terminationGracePeriodSeconds: ([0-9]+)"
    })
    void aStopIsGivenMoreTimeThanAdmittedRequestsHave(String file, String pattern) throws IOException {
        assertThat(Duration.ofSeconds(number(file, pattern))).isGreaterThanOrEqualTo(grace().plusSeconds(5));
    }

    @Test
    void aRolloutIsNotGivenUpWhileAPodMayStillStart() throws IOException {
        String deployment = "deploy/kubernetes/base/deployment.yaml";
        String probe = "startupProbe:(?:\\n {12,}.*)*?\\n +";
        assertThat(number(deployment, "progressDeadlineSeconds: ([0-9]+)"))
                .isGreaterThan(number(deployment, probe + "periodSeconds: ([0-9]+)")
                        * number(deployment, probe + "failureThreshold: ([0-9]+)"));
    }
}
