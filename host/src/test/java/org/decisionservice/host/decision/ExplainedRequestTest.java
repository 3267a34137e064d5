// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.host.testing.Begun.begin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Explanation;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.plan.Occlusion;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.testing.Begun;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.Sharing;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A request that is explained is one of many states that takes turns with others, and has one answer. */
class ExplainedRequestTest {
    private static final Controls EXPLAIN = new Controls(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalInt.empty(),
            Map.of(),
            true);

    private final ScriptedEngine engine = new ScriptedEngine();
    private final PreparationThreads threads = new PreparationThreads(2);
    private final InferenceWorker worker = new InferenceWorker(
            ScriptedResidency.of(engine, Device.CPU),
            Optional.empty(),
            Sharing.NONE,
            System::nanoTime,
            Optional.empty());
    private final DecisionPipeline pipeline = new DecisionPipeline(
            new CheckpointRouter(ENGLISH, false, Optional.of(ENGLISH), new EvidenceDetector()),
            Catalogues.tiny(),
            worker,
            threads,
            PackingOptions.DEFAULTS,
            System::nanoTime);

    @AfterEach
    void close() {
        threads.close();
        worker.close();
    }

    /** In more languages than one: without some of its parts, a state alone would go to another checkpoint. */
    private static DecisionRequest request(int sentences, int questions, Controls controls) {
        SequencedMap<String, Question> asked = new LinkedHashMap<>();
        IntStream.range(0, questions)
                .forEach(i -> asked.put(
                        "q" + i, new Question.Score("How urgent? " + i, List.of("low", "high"), Optional.empty())));
        String state = IntStream.range(0, sentences)
                .mapToObj(i ->
                        i == 0 ? "The customer wants the money back." : "Der Kunde hat die Rechnung " + i + " bezahlt.")
                .collect(Collectors.joining(" "));
        return new DecisionRequest(List.of(new State.Text(state)), asked, controls);
    }

    private List<String> forwards() {
        return engine.events().stream()
                .filter(event -> event.startsWith("forward"))
                .toList();
    }

    @Test
    void allItsStatesAreAnsweredByTheCheckpointOfTheFirst() {
        DecisionService.Decision plain =
                begin(pipeline, () -> request(4, 2, Controls.NONE)).await();
        int before = forwards().size();
        DecisionService.Decision decision =
                begin(pipeline, () -> request(4, 2, EXPLAIN)).await();
        assertThat(decision.request().states()).hasSize(1);
        assertThat(decision.rows()).isEqualTo(10);
        DecisionResponse response = decision.responses().getFirst();
        assertThat(decision.responses()).hasSize(1);
        assertThat(response.usage()).isEqualTo(plain.responses().getFirst().usage());
        assertThat(response.routing()).isEqualTo(plain.responses().getFirst().routing());
        Explanation explanation = response.explanation().orElseThrow();
        assertThat(explanation.spans()).isEqualTo(4);
        assertThat(explanation.rows()).isEqualTo(10);
        assertThat(explanation.passes()).isEqualTo(forwards().size() - before);
        assertThat(forwards().stream().map(pass -> pass.split(" ", -1)[1]).distinct())
                .hasSize(1);
        assertThat(plain.responses().getFirst().explanation()).isEmpty();
    }

    @Test
    void othersComeBetweenItsPasses() throws InterruptedException {
        engine.hold();
        Begun explained = begin(pipeline, () -> request(40, 64, EXPLAIN));
        engine.awaitHeldPass();
        Begun other = begin(pipeline, () -> request(1, 1, Controls.NONE));
        Await.until("it waits", () -> worker.queueDepth() == 1);
        engine.release();
        assertThat(other.await().rows()).isEqualTo(1);
        int passes = explained
                .await()
                .responses()
                .getFirst()
                .explanation()
                .orElseThrow()
                .passes();
        assertThat(explained.await().rows()).isLessThanOrEqualTo(64 * (1 + Occlusion.MOST_SPANS));
        assertThat(passes).isGreaterThan(20);
        assertThat(forwards()).hasSize(passes + 1);
        assertThat(forwards().indexOf("forward " + forwards().getFirst().split(" ", -1)[1] + " cpu 1"))
                .isBetween(1, 4);
    }

    @Test
    void itEndsWhenNobodyWaitsForIt() throws InterruptedException {
        engine.hold();
        Begun explained = begin(pipeline, () -> request(40, 64, EXPLAIN));
        engine.awaitHeldPass();
        explained.abandon();
        engine.release();
        assertThatExceptionOfType(CancellationException.class).isThrownBy(explained::await);
        begin(pipeline, () -> request(1, 1, Controls.NONE)).await();
        assertThat(forwards()).hasSizeLessThanOrEqualTo(3);
    }
}
