// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.Health;
import org.decisionservice.server.exchange.DecisionExchange;
import org.decisionservice.server.exchange.WireOptions;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.server.testing.Testdata;
import org.junit.jupiter.api.Test;

/** Requests that a service sends to itself before it listens, and what must not be left of them. */
class WarmUpTest {
    private static final String ENGLISH = """
            {"state": "The app crashes.", "model": "english",
             "questions": {"angry": {"type": "noul", "instructions": "Is the customer angry?"}}}""";

    private static String metrics(RunningService running) throws Exception {
        int port = running.service().adminPort().orElseThrow();
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI page = URI.create("http://127.0.0.1:" + port + "/metrics");
            return client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    /** Answers two requests or none; the reader and the writer around it are the real ones. */
    private record Answering(boolean ends, List<DecisionRequest> asked, AtomicInteger abandoned)
            implements DecisionService {
        Answering(boolean ends) {
            this(ends, new ArrayList<>(), new AtomicInteger());
        }

        @Override
        public Decision begin(Supplier<DecisionRequest> reading) {
            asked.add(reading.get());
            return new Decision() {
                @Override
                public Optional<Outcome> await(Duration patience) {
                    DecisionResponse response = new DecisionResponse(
                            new LinkedHashMap<>(),
                            new Usage(1, 1, 0, List.of(), new LinkedHashMap<>()),
                            Optional.empty());
                    Timings timings = new Timings(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
                    return ends && asked.size() < 3
                            ? Optional.of(new Outcome(List.of(response), 1, timings))
                            : Optional.empty();
                }

                @Override
                public void abandon() {
                    abandoned.incrementAndGet();
                }
            };
        }

        @Override
        public CheckpointNames names() {
            return CheckpointNames.ROUTED;
        }

        @Override
        public List<String> checkpoints() {
            return List.of();
        }

        @Override
        public Health health() {
            throw new IllegalStateException("not asked for");
        }

        int warmedUp(Duration longest) {
            return new WarmUp(DecisionExchange.single(this, WireOptions.DEFAULTS), longest)
                    .run(List.of(Testdata.tiny(CheckpointName.ENGLISH)));
        }
    }

    @Test
    void asksEveryTypeOfQuestionUntilTheTimeIsOver() {
        Answering service = new Answering(true);
        assertThat(service.warmedUp(Duration.ofMinutes(1))).isEqualTo(2);
        assertThat(service.asked().getFirst().questions()).containsOnlyKeys("queue", "urgency", "refund");
        assertThat(service.abandoned()).as("the third request").hasValue(1);
    }

    @Test
    void givesUpARequestThatIsNotAnsweredInTime() {
        Answering service = new Answering(false);
        assertThat(service.warmedUp(Duration.ofMinutes(1))).isZero();
        assertThat(service.abandoned()).hasValue(1);
    }

    @Test
    void asksNothingWithoutTime() {
        Answering service = new Answering(true);
        assertThat(service.warmedUp(Duration.ZERO)).isZero();
        assertThat(service.asked()).isEmpty();
    }

    private static RunningService preloaded() {
        return RunningService.start(
                Map.of("SERVICE_ADMIN_PORT", "0", "SERVICE_PRELOAD", "1", "SERVICE_MODELS", "english"));
    }

    @Test
    void countsNoPassAndNoRequest() throws Exception {
        try (RunningService running = preloaded()) {
            String before = metrics(running);
            assertThat(before).containsPattern("(?m)^models_loaded 1");
            assertThat(before).doesNotContainPattern("(?m)^batch_size_count.* [1-9]");
            assertThat(before).doesNotContainPattern("(?m)^requests_total.* [1-9]");
            assertThat(running.post("/v1/systemone", ENGLISH).statusCode()).isEqualTo(200);
            assertThat(metrics(running)).containsPattern("(?m)^batch_size_count.* 1$");
        }
    }

    @Test
    void reportsNoNameThatNobodyAskedFor() throws Exception {
        try (RunningService running = preloaded()) {
            assertThat(running.get("/health").body()).contains("\"english\"").doesNotContain("\"multilingual\"");
        }
    }
}
