// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code answer} by a service that runs, and in its own process. */
class RemoteAnswersTest {
    private final FileCommands commands = new FileCommands();

    @TempDir
    private Path dir;

    private String said() {
        return commands.printed() + commands.complained();
    }

    @Test
    void aRunningServiceGivesTheSameAnswersIfTheKeyIsRight() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            lines.add(
                    "{\"state\": \"%s\", \"questions\": {\"angry\": {\"type\": \"noul\", \"instructions\": \"Angry?\"}}}"
                            .formatted("word ".repeat(i % 40 + 1).strip()));
        }
        String in = Files.write(dir.resolve("in.jsonl"), lines).toString();
        Path here = dir.resolve("here.jsonl");
        Path there = dir.resolve("there.jsonl");
        commands.run(Map.of(), "answer", in, here.toString());
        String key = Files.writeString(dir.resolve("key"), "secret\n").toString();
        try (RunningService service = RunningService.start(Map.of("SERVICE_API_KEY", "secret"))) {
            String url = "http://127.0.0.1:" + service.port();
            assertThat(commands.run(Map.of(), "answer", in, there.toString(), "--url", url))
                    .isEqualTo(2);
            assertThat(said()).contains("status 401").hasLineCount(1);
            assertThat(commands.run(Map.of(), "answer", in, there.toString(), "--url", url, "--key-file", key))
                    .as(said())
                    .isZero();
        }
        assertThat(Files.readAllLines(there)).isEqualTo(Files.readAllLines(here));
    }
}
