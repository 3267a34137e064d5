// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.decisionservice.server.golden.GoldenCase;
import org.decisionservice.server.testing.Connection;
import org.decisionservice.server.testing.Message;

/** A request with its correct answer. */
final class Task {
    private static final int MOST = 40;
    private static final int LONGEST_BODY = 2_000;

    private final Message request;
    private final byte[] answer;

    private Task(Message request, byte[] answer) {
        this.request = request;
        this.answer = answer;
    }

    Message request() {
        return request;
    }

    boolean rightly(byte[] body) {
        return Arrays.equals(body, answer);
    }

    /** Sends recorded requests to the otherwise idle service, and keeps those it decides with their answers. */
    static List<Task> learn(Path recording, int port) throws IOException {
        List<Task> tasks = new ArrayList<>();
        try (Connection connection = new Connection(port)) {
            for (GoldenCase recorded : GoldenCase.readAll(recording)) {
                String body = recorded.body().orElse("");
                if (tasks.size() == MOST || !plain(recorded) || body.length() > LONGEST_BODY) {
                    continue;
                }
                Message request =
                        Message.post(recorded.path(), List.of(), body.getBytes(StandardCharsets.ISO_8859_1), false);
                Connection.Answer answer = connection.exchange(request);
                if (answer.status() == 200) {
                    tasks.add(new Task(request, answer.body()));
                }
            }
        }
        return tasks;
    }

    private static boolean plain(GoldenCase recorded) {
        return recorded.method().equals("POST")
                && recorded.environment().equals("default")
                && recorded.expected().status() == 200;
    }
}
