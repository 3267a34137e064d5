// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Health;
import org.decisionservice.host.Patience;
import org.decisionservice.host.testing.Catalogues;
import org.junit.jupiter.api.Test;

/** Requests that a process sends to itself before its first client. */
class WarmUpTest {
    /** Answers two requests or none; the reader and the writer around it are the real ones. */
    private record Answering(boolean ends, List<DecisionRequest> asked, AtomicInteger abandoned)
            implements DecisionService {
        Answering(boolean ends) {
            this(ends, new ArrayList<>(), new AtomicInteger());
        }

        @Override
        public Decision answer(Arrival arrival, Patience patience, Consumer<Unanswered> unanswered) {
            ParsedRequest parsed = arrival.read();
            asked.add(parsed.request());
            CompletableFuture<Decision> answer = new CompletableFuture<>();
            if (ends && asked.size() < 3) {
                DecisionResponse response = new DecisionResponse(
                        new LinkedHashMap<>(), new Usage(1, 1, 0, List.of(), new LinkedHashMap<>()), Optional.empty());
                Timings timings = new Timings(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
                answer.complete(new Decision(parsed, List.of(response), 1, timings));
            }
            try {
                return patience.await(answer);
            } finally {
                if (answer.isCancelled()) {
                    abandoned.incrementAndGet();
                }
            }
        }

        @Override
        public Planned plan(Arrival arrival, Patience patience) {
            throw new UnsupportedOperationException("nobody plans here");
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
            return new WarmUp(this, WireOptions.DEFAULTS, longest)
                    .run(List.of(Catalogues.tiny(CheckpointName.ENGLISH)));
        }
    }

    @Test
    void asksEveryTypeOfQuestionUntilTheTimeIsOver() {
        Answering service = new Answering(true);
        // Two requests in a second, on a busy machine too.
        assertThat(service.warmedUp(Duration.ofSeconds(1))).isEqualTo(2);
        assertThat(service.asked().getFirst().questions()).containsOnlyKeys("queue", "urgency", "refund");
        assertThat(service.abandoned()).as("the third request").hasValue(1);
    }

    @Test
    void givesUpARequestThatIsNotAnsweredInTime() {
        Answering service = new Answering(false);
        assertThat(service.warmedUp(Duration.ofMillis(200))).isZero();
        assertThat(service.abandoned()).hasValue(1);
    }

    @Test
    void asksNothingWithoutTime() {
        Answering service = new Answering(true);
        assertThat(service.warmedUp(Duration.ZERO)).isZero();
        assertThat(service.asked()).isEmpty();
    }
}
