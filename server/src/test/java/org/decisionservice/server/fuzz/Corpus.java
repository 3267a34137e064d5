// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.decisionservice.server.golden.GoldenCase;
import org.decisionservice.server.testing.Message;

/** The recorded requests that mutations start from. */
final class Corpus {
    /** Longer bodies only test a limit, and would take as much time as a hundred others. */
    private static final int LONGEST_BODY = 100_000;

    private final List<Message> messages;

    private Corpus(List<Message> messages) {
        this.messages = messages;
    }

    /** Reads the requests of a recording that go to a decision route. */
    static Corpus read(Path recording) {
        List<Message> messages = new ArrayList<>();
        for (GoldenCase recorded : GoldenCase.readAll(recording)) {
            byte[] body = recorded.body().orElse("").getBytes(StandardCharsets.ISO_8859_1);
            if (recorded.method().equals("POST")
                    && recorded.expected().status() != 404
                    && body.length > 0
                    && body.length <= LONGEST_BODY) {
                messages.add(Message.post(recorded.path(), List.of(), body, false));
            }
        }
        return new Corpus(messages);
    }

    Message pick(RandomGenerator random) {
        return messages.get(random.nextInt(messages.size()));
    }

    int size() {
        return messages.size();
    }
}
