// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.decisionservice.server.golden.DecisionsCase;
import org.decisionservice.server.golden.GoldenCase;
import org.decisionservice.server.testing.Message;

/**
 * The requests that mutations start from: recorded ones, those of OpenAI's and Google's Decisions APIs, and those of
 * what is off by default.
 */
final class Corpus {
    /** Longer bodies only test a limit, and would take as much time as a hundred others. */
    private static final int LONGEST_BODY = 100_000;

    /** Of this many messages one is for {@code POST /v1/decisions}, and one for {@code POST /v1beta/decisions}. */
    private static final int DECISIONS_SHARE = 4;

    private final List<Message> recorded;
    private final List<Message> decisions;
    private final List<Message> gemini;
    private final List<Message> optional;

    private Corpus(List<Message> recorded, List<Message> decisions, List<Message> gemini, List<Message> optional) {
        this.recorded = recorded;
        this.decisions = decisions;
        this.gemini = gemini;
        this.optional = optional;
    }

    /** Reads the requests of a recording that go to a decision route, and those of the two Decisions APIs. */
    static Corpus read(Path recording) {
        return new Corpus(
                recorded(recording),
                decisions("decisions", Verdict.DECISIONS),
                decisions("gemini", Verdict.GEMINI),
                List.of());
    }

    /** These, and half of the messages picked are requests of what is off by default. */
    Corpus withOptional() {
        return new Corpus(recorded, decisions, gemini, OptionalRequests.ALL);
    }

    private static List<Message> decisions(String directory, String path) {
        return DecisionsCase.readAll(directory).stream()
                .map(wanted -> wanted.body().getBytes(StandardCharsets.UTF_8))
                .filter(Corpus::useful)
                .map(body -> Message.post(path, List.of(), body, false))
                .toList();
    }

    private static boolean useful(byte[] body) {
        return body.length > 0 && body.length <= LONGEST_BODY;
    }

    private static List<Message> recorded(Path recording) {
        List<Message> messages = new ArrayList<>();
        for (GoldenCase recorded : GoldenCase.readAll(recording)) {
            byte[] body = recorded.body().orElse("").getBytes(StandardCharsets.ISO_8859_1);
            if (recorded.method().equals("POST") && recorded.expected().status() != 404 && useful(body)) {
                messages.add(Message.post(recorded.path(), List.of(), body, false));
            }
        }
        return messages;
    }

    Message pick(RandomGenerator random) {
        if (!optional.isEmpty() && random.nextBoolean()) {
            return optional.get(random.nextInt(optional.size()));
        }
        List<Message> messages = switch (random.nextInt(DECISIONS_SHARE)) {
            case 0 -> decisions;
            case 1 -> gemini;
            default -> recorded;
        };
        return messages.get(random.nextInt(messages.size()));
    }

    int size() {
        return recorded.size() + decisions.size() + gemini.size() + optional.size();
    }
}
