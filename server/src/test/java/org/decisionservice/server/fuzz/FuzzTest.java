// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.decisionservice.server.testing.Connection;
import org.decisionservice.server.testing.Message;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short run of {@link FuzzMain}. */
class FuzzTest {
    private static final int MESSAGES = 3_000;
    private static final long SEED = 4711;

    @Test
    void everyMessageIsDecidedOrRefused(@TempDir Path home) throws InterruptedException {
        Mutator mutator = new Mutator(Corpus.read(Testdata.recording()), SEED);
        try (RunningService service = RunningService.start(
                Map.of("SERVICE_ENGINE", GuardedProvider.guarded("onnx"), "SERVICE_DECISIONS", "openai,gemini"),
                home)) {
            Campaign campaign = new Campaign(service.port(), mutator);
            campaign.run(MESSAGES / 2);
            Footprint half = Footprint.now();
            campaign.run(MESSAGES / 2);
            Footprint all = Footprint.now();

            assertThat(campaign.failures()).isEmpty();
            // Memory outside the heap has not settled after so few messages.
            assertThat(all.growthSince(half)).noneMatch(text -> !text.startsWith("resident"));
            assertThat(campaign.answered()).isEqualTo(MESSAGES);
            assertThat(campaign.answered(200)).as(campaign.toString()).isGreaterThan(MESSAGES / 10);
            assertThat(campaign.answered(400)).as(campaign.toString()).isGreaterThan(MESSAGES / 10);
            assertThat(campaign.answered(422)).as(campaign.toString()).isGreaterThan(MESSAGES / 10);
        }
    }

    /** What is off by default has members, routes and answers of its own. */
    @Test
    void soIsEveryMessageWhereAllIsOn(@TempDir Path home) throws IOException, InterruptedException {
        Mutator mutator = new Mutator(Corpus.read(Testdata.recording()).withOptional(), SEED);
        try (RunningService service =
                RunningService.start(OptionalRequests.settings(GuardedProvider.guarded("onnx"), home))) {
            try (Connection connection = new Connection(service.port())) {
                for (Message unchanged : OptionalRequests.ALL) {
                    Connection.Answer answer = connection.exchange(unchanged);
                    assertThat(answer.status())
                            .as(new String(answer.body(), StandardCharsets.UTF_8))
                            .isEqualTo(200);
                }
            }
            Campaign campaign = new Campaign(service.port(), mutator);
            campaign.run(MESSAGES / 3);
            assertThat(campaign.failures()).isEmpty();
            assertThat(campaign.answered(200)).as(campaign.toString()).isGreaterThan(MESSAGES / 30);
        }
    }

    @Test
    void aNumberMakesTheSameMessageAgain() {
        Corpus corpus = Corpus.read(Testdata.recording());
        for (long n = 0; n < 200; n++) {
            Message first = new Mutator(corpus, SEED).message(n);
            Message again = new Mutator(corpus, SEED).message(n);
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.headers()).isEqualTo(first.headers());
        }
        assertThat(corpus.size()).isGreaterThan(500);
    }
}
