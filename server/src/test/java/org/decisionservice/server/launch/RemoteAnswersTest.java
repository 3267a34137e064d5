// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
    private static final String QUESTIONS = "{\"angry\": {\"type\": \"noul\", \"instructions\": \"Angry?\"}}";

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
            lines.add("{\"state\": \"%s\", \"questions\": %s}"
                    .formatted("word ".repeat(i % 40 + 1).strip(), QUESTIONS));
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
            assertThat(table("there.csv", "--url", url, "--key-file", key)).isEqualTo(table("here.csv"));
        }
        assertThat(Files.readAllLines(there)).isEqualTo(Files.readAllLines(here));
    }

    /** A table that is answered into the file {@code out}. */
    private String table(String out, String... more) throws IOException {
        Path in = Files.writeString(dir.resolve("in.csv"), "n;text\r\n1;Where is it?\r\n2;\"no;\r\nno\"\r\n3;\r\n");
        Path questions = Files.writeString(dir.resolve("questions.json"), QUESTIONS);
        Path answered = dir.resolve(out);
        List<String> words = new ArrayList<>(
                List.of("answer", in.toString(), answered.toString(), "--questions", questions.toString()));
        words.addAll(List.of("--state", "text"));
        words.addAll(List.of(more));
        assertThat(commands.run(Map.of(), words.toArray(String[]::new)))
                .as(said())
                .isZero();
        assertThat(said()).contains("3 rows: 2 answered, 0 errors, 1 blank");
        String text = Files.readString(answered);
        assertThat(text)
                .startsWith("n;text;angry: answer;angry: on this answer;angry: yes;angry: no;error\r\n1;Where is it?;")
                .contains("\r\n2;\"no;\r\nno\";", "\r\n3;;;;;;This row is empty.\r\n");
        return text;
    }
}
