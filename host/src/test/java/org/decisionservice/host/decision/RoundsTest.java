// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.host.testing.Begun.begin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.rounds.ByCount;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
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

/** A request that takes several rounds: every round is a request of its own to the worker. */
class RoundsTest {
    /** 12 options in groups of 4: a round of three rows, then one row of three finalists. */
    private static final Approach APPROACH = new Approach(Optional.of(new ByCount(4)), 1);

    private static final SequencedMap<String, Question> QUESTIONS = new LinkedHashMap<>();

    static {
        QUESTIONS.put("which", choice(12));
        QUESTIONS.put("urgency", new Question.Score("How urgent?", List.of("low", "mid", "high"), Optional.empty()));
    }

    private final ScriptedEngine engine = new ScriptedEngine();
    private final PreparationThreads threads = new PreparationThreads(2);
    private final List<InferenceWorker> workers = new ArrayList<>();

    @AfterEach
    void close() {
        threads.close();
        workers.forEach(InferenceWorker::close);
    }

    private static Question choice(int options) {
        return new Question.Choice(
                "Which one?",
                IntStream.range(0, options)
                        .mapToObj(option -> new Question.Option(new JsonString("o" + option), Optional.empty()))
                        .toList(),
                Optional.empty());
    }

    private DecisionPipeline pipeline(Device device, boolean coalesces) {
        InferenceWorker worker = new InferenceWorker(
                ScriptedResidency.of(engine, device),
                Optional.empty(),
                new Sharing(coalesces, Optional.empty()),
                System::nanoTime,
                Optional.empty());
        workers.add(worker);
        return new DecisionPipeline(
                new CheckpointRouter(ENGLISH, false, Optional.of(ENGLISH), new EvidenceDetector()),
                Catalogues.tiny(),
                worker,
                threads,
                new PackingOptions(false, APPROACH, false),
                System::nanoTime);
    }

    private DecisionPipeline pipeline() {
        return pipeline(Device.CPU, false);
    }

    /** Controls of a batch that takes so many states in a pass. */
    static Controls batchSize(int states) {
        return new Controls(
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
                OptionalInt.of(states),
                Map.of(),
                false);
    }

    private static DecisionRequest request(Controls controls, String... states) {
        return new DecisionRequest(
                List.of(states).stream().<State>map(State.Text::new).toList(), QUESTIONS, controls);
    }

    private static DecisionRequest request(String... states) {
        return request(Controls.NONE, states);
    }

    @Test
    void aRoundOfAllStatesIsOnePassAndQuestionsThatAreAnsweredAreNotAskedAgain() {
        DecisionService.Decision outcome =
                begin(pipeline(), () -> request("one", "two, longer")).await();
        assertThat(engine.events())
                .containsExactly("load english cpu", "forward english cpu 8", "forward english cpu 2");
        assertThat(outcome.rows()).isEqualTo(10);
        assertThat(outcome.responses()).hasSize(2).allSatisfy(response -> {
            assertThat(response.answers().keySet()).containsExactly("which", "urgency");
            Answer.Choice which =
                    (Answer.Choice) Objects.requireNonNull(response.answers().get("which"));
            assertThat(which.elimination().orElseThrow().finalists()).containsExactly(0, 4, 8);
            assertThat(which.probabilities().size()).isEqualTo(12);
        });
    }

    @Test
    void usageCountsTheRowsOfAllRounds() {
        int oneRow = tokens(choice(4)) * 3 + tokens(choice(3));
        SequencedMap<String, Question> which = new LinkedHashMap<>();
        which.put("which", choice(12));
        DecisionResponse response = begin(
                        pipeline(), () -> new DecisionRequest(List.of(new State.Text("one")), which, Controls.NONE))
                .await()
                .responses()
                .getFirst();
        // Labels of two digits have a token more, in two groups and in none of the finalists.
        assertThat(response.usage().inputTokens()).isBetween(oneRow, oneRow + 3);
        assertThat(response.usage().stateTokens()).isEqualTo(1);
    }

    private int tokens(Question question) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        questions.put("q", question);
        return begin(pipeline(), () -> new DecisionRequest(List.of(new State.Text("one")), questions, Controls.NONE))
                .await()
                .responses()
                .getFirst()
                .usage()
                .inputTokens();
    }

    @Test
    void aClientsBatchSizeHoldsInEveryRound() {
        begin(pipeline(), () -> request(batchSize(1), "one", "two")).await();
        assertThat(engine.events())
                .containsExactly(
                        "load english cpu",
                        "forward english cpu 4",
                        "forward english cpu 4",
                        "forward english cpu 1",
                        "forward english cpu 1");
    }

    @Test
    void aRequestThatIsAbandonedInItsSecondRoundEndsThere() throws InterruptedException {
        DecisionPipeline pipeline = pipeline();
        engine.hold();
        Begun decision = begin(pipeline, () -> request("one"));
        engine.awaitHeldPass();
        engine.releaseOne();
        assertThat(decision.await(Duration.ofMillis(300))).isEmpty();
        decision.abandon();
        engine.release();
        assertThatExceptionOfType(CancellationException.class).isThrownBy(decision::await);
        assertThat(begin(pipeline, () -> request("two")).await().responses()).hasSize(1);
        assertThat(engine.events())
                .containsExactly(
                        "load english cpu", "forward english cpu 4", "forward english cpu 4", "forward english cpu 1");
    }

    @Test
    void aRoundThatFindsTooLittleMemoryIsComputedOnTheCpu() {
        DecisionPipeline pipeline = pipeline(Device.cuda(0), false);
        assertThat(begin(pipeline, () -> request("one")).await().responses()).hasSize(1);
        engine.failNextForward(EngineException.Kind.OUT_OF_DEVICE_MEMORY, "planned");
        assertThat(begin(pipeline, () -> request("one")).await().responses()).hasSize(1);
        assertThat(engine.events())
                .filteredOn(event -> event.startsWith("forward"))
                .containsExactly(
                        "forward english cuda 4",
                        "forward english cuda 1",
                        "forward english cuda 4",
                        "forward english cpu 4",
                        "forward english cuda 1");
    }

    @Test
    void roundsOfRequestsThatWaitTogetherShareAPass() throws InterruptedException {
        DecisionPipeline pipeline = pipeline(Device.CPU, true);
        engine.hold();
        Begun first = begin(pipeline, () -> request("first"));
        engine.awaitHeldPass();
        List<Begun> others = new ArrayList<>();
        others.add(begin(pipeline, () -> request("second")));
        others.add(begin(pipeline, () -> request("third")));
        Await.until("two requests wait", () -> workers.getLast().queueDepth() == 2);
        engine.release();
        assertThat(first.await().rows()).isEqualTo(5);
        others.forEach(other -> assertThat(other.await().rows()).isEqualTo(5));
        // Only the first request had a pass of its own; its second round may have joined the others' first.
        assertThat(engine.events()).filteredOn("forward english cpu 4"::equals).hasSize(1);
    }
}
