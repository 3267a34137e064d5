// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.decisionservice.server.testing.ServiceProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --once} as a process: its standard output, its standard error and its exit status. */
class OneShotIT {
    private static final String REQUEST = """
            {"state": "I was charged twice this month, I want my money back", "questions": {"queue": {\
            "type": "choice", "instructions": "Which team should handle this?", "criteria": {\
            "billing": "charges and refunds", "tech": "errors and login", "other": "everything else"}}}}""";

    @TempDir
    private Path dir;

    private ServiceProcess once(String content) throws Exception {
        Path file = Files.writeString(dir.resolve("request.json"), content);
        return ServiceProcess.launch(dir, Map.of("SERVICE_REQUEST_FILE", file.toString()), "--once");
    }

    @Test
    void theAnswerIsAllOfStandardOutput() throws Exception {
        try (ServiceProcess process = once(REQUEST)) {
            assertThat(process.exitStatus()).isZero();
            assertThat(process.output().lines())
                    .singleElement()
                    .asString()
                    .startsWith("{")
                    .contains("\"choice\":\"billing\"");
        }
    }

    @Test
    void aRefusalIsOneLineOnStandardErrorAndStatus1() throws Exception {
        try (ServiceProcess process = once("{}")) {
            assertThat(process.exitStatus()).isEqualTo(1);
            assertThat(process.output()).isEmpty();
            assertThat(process.errors().lines()).singleElement().asString().contains("questions");
        }
    }

    @Test
    void withoutARequestItIsStatus2() throws Exception {
        try (ServiceProcess process = ServiceProcess.launch(dir, Map.of(), "--once")) {
            assertThat(process.exitStatus()).isEqualTo(2);
            assertThat(process.errors().lines()).singleElement().asString().startsWith("SERVICE_REQUEST_FILE");
        }
    }
}
