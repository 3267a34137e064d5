// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.judging.drift.Baseline;
import org.decisionservice.judging.drift.Tally;
import org.decisionservice.judging.drift.Trait;
import org.decisionservice.server.observe.DecisionObserver.Decided;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.Test;

class DriftMonitorTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    private final DriftWindow window = new DriftWindow(baseline(), HOUR.multipliedBy(24), nanos::get, Runnable::run);
    private final DriftMonitor monitor = new DriftMonitor(baseline(), window);

    private static DecisionRequest request(String instructions) {
        String body = "{\"state\": \"s\", \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\": \""
                + instructions + "\"}, \"other\": {\"type\": \"noul\", \"instructions\": \"?\"}}}";
        return new RequestReader(CheckpointNames.ROUTED, 8192, RequestRules.CONTRACT)
                .single(body.getBytes(StandardCharsets.UTF_8))
                .request();
    }

    private static Baseline baseline() {
        Tally tally = new Tally();
        IntStream.range(0, 1_000)
                .forEach(i -> tally.add(new Tally.Seen(
                        String.valueOf(i % 4 == 0), 0.8, Optional.empty(), Optional.empty(), Optional.of(false))));
        SequencedMap<String, Baseline.QuestionBaseline> questions = new LinkedHashMap<>();
        questions.put(
                "q",
                new Baseline.QuestionBaseline(
                        Wording.of(request("Is it?").questions().firstEntry().getValue()), tally, Map.of()));
        return new Baseline(questions);
    }

    private void hour(int answers, String instructions, IntPredicate yes) {
        for (int i = 0; i < answers; i++) {
            double p = yes.test(i) ? 0.8 : 0.2;
            SequencedMap<String, Answer> all = new LinkedHashMap<>();
            for (String id : List.of("q", "other")) {
                all.put(
                        id,
                        new Answer.Noul(
                                Probabilities.of(1 - p, p), new Certainty(0.8, 0.8, Double.NaN, Optional.empty())));
            }
            monitor.decided(new Decided(
                    "r",
                    request(instructions),
                    List.of(0),
                    List.of(new DecisionResponse(
                            all, new Usage(1, 1, 0, List.of(), new LinkedHashMap<>()), Optional.empty()))));
        }
        nanos.addAndGet(HOUR.toNanos());
    }

    private DriftWindow.Found found() {
        assertThat(window.found()).containsOnlyKeys("q");
        return window.found().firstEntry().getValue();
    }

    @Test
    void aShiftIsToldOnceAndEndsWhenTheWindowIsAsBefore() {
        try (LogLines log = new LogLines(DriftMonitor.class.getPackageName())) {
            IntStream.range(0, 24).forEach(_ -> hour(20, "Is it?", i -> i % 4 == 0));
            assertThat(found().answers()).isEqualTo(480);
            assertThat(found().alarms()).isEmpty();
            IntStream.range(0, 24).forEach(_ -> hour(20, "Is it?", i -> i % 4 != 0));
            assertThat(found().alarms()).containsExactly(Trait.ANSWERS);
            assertThat(found().shifts().getFirst().distance()).isEqualTo(0.5);
            IntStream.range(0, 24).forEach(_ -> hour(20, "Is it?", i -> i % 4 == 0));
            assertThat(found().alarms()).isEmpty();
            assertThat(log.with("drift: question 'q'")).hasSize(2);
            assertThat(log.with("drift: question 'q'").getFirst())
                    .matches("drift: question 'q': answers differ from the baseline by 0\\.\\d\\d: (true|false) .* of"
                            + " 480");
            assertThat(log.with("drift: question 'q'").getLast())
                    .isEqualTo("drift: question 'q': answers no longer differ from the baseline");
        }
    }

    /** The first hours of a day are not like the whole of it. */
    @Test
    void nothingIsAnAlarmBeforeAWholeWindowHasPassed() {
        IntStream.range(0, 23).forEach(_ -> hour(20, "Is it?", _ -> true));
        assertThat(found().shifts().getFirst().distance()).isEqualTo(0.75);
        assertThat(found().alarms()).isEmpty();
        hour(20, "Is it?", _ -> true);
        assertThat(found().alarms()).containsExactly(Trait.ANSWERS);
    }

    @Test
    void answersLeaveTheWindowWithTime() {
        hour(100, "Is it?", _ -> true);
        assertThat(found().answers()).isEqualTo(100);
        nanos.addAndGet(HOUR.multipliedBy(23).toNanos());
        assertThat(found().answers()).isEqualTo(100);
        nanos.addAndGet(HOUR.toNanos());
        assertThat(found().answers()).isZero();
        assertThat(found().shifts()).isEmpty();
    }

    @Test
    void aQuestionInOtherWordsIsAnotherQuestion() {
        try (LogLines log = new LogLines(DriftMonitor.class.getPackageName())) {
            IntStream.range(0, 25).forEach(_ -> hour(20, "Is it really?", _ -> true));
            assertThat(found().answers()).isZero();
            assertThat(log.with("drift: question 'q'"))
                    .singleElement()
                    .asString()
                    .contains("question 'q' is asked in other words than in the baseline");
        }
    }
}
