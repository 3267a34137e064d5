// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.host.testing.Begun.begin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Question;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.api.State;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.Patience;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.Sharing;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Passes of 16 states whose rows have 160 tokens: 2,560 in all. */
class PassCountsTest {
    private static final int STATES = 16;
    private static final int ROW = 160;

    private final ScriptedEngine engine = new ScriptedEngine();
    private int most = 131_072;
    private final PreparationThreads threads = new PreparationThreads(1);

    @AfterEach
    void close() {
        threads.close();
    }

    /** @param batchSize 0 sends none */
    private static DecisionRequest request(int batchSize) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        questions.put("urgency", new Question.Score("How urgent?", List.of("low", "high"), Optional.empty()));
        List<State> states = IntStream.range(0, STATES)
                .<State>mapToObj(state -> new State.Text(state + " words".repeat(2 * ROW)))
                .toList();
        Controls controls = new Controls(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.of(ROW),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                batchSize > 0 ? OptionalInt.of(batchSize) : OptionalInt.empty(),
                Map.of(),
                false);
        return new DecisionRequest(states, questions, controls);
    }

    /** Answers it so often, and returns the passes of all. */
    private List<String> passes(Device device, int batchSize, int times) {
        return with(device, pipeline -> {
            for (int time = 0; time < times; time++) {
                assertThat(begin(pipeline, () -> request(batchSize)).await().rows())
                        .isEqualTo(STATES);
            }
            return forwards();
        });
    }

    private List<String> forwards() {
        return engine.events().stream()
                .filter(event -> event.startsWith("forward"))
                .toList();
    }

    private <T> T with(Device device, Function<DecisionPipeline, T> use) {
        try (InferenceWorker worker = new InferenceWorker(
                ScriptedResidency.of(engine, device, OptionalInt.empty(), Precision.FLOAT32, most),
                Optional.empty(),
                Sharing.NONE,
                System::nanoTime,
                Optional.empty())) {
            DecisionPipeline pipeline = new DecisionPipeline(
                    new CheckpointRouter(ENGLISH, false, Optional.of(ENGLISH), new EvidenceDetector()),
                    Catalogues.tiny(),
                    worker,
                    threads,
                    new PackingOptions(false, Approach.PLAIN, false),
                    System::nanoTime);
            return use.apply(pipeline);
        }
    }

    /** The device's own best is 1,024 tokens on this processor, and 16,384 on a GPU. */
    @ParameterizedTest(name = "{0}, at most {1}, batch_size {2}: {3} passes")
    @CsvSource({
        "cpu, 131072, 0, 3",
        "cpu, 131072, 16, 3",
        "cpu, 131072, 4, 4",
        "cpu, 512, 0, 6",
        "cpu, 512, 16, 6",
        "cpu, 512, 2, 8",
        "cuda, 131072, 0, 1",
        "cuda, 131072, 16, 1",
        "cuda, 131072, 4, 4",
        "cuda, 1024, 0, 3",
        "cuda, 1024, 4, 4",
        "cuda, 100, 16, 16"
    })
    void boundsAreUpperBounds(String device, int most, int batchSize, int passes) {
        this.most = most;
        assertThat(passes(Device.parse(device).orElseThrow(), batchSize, 1)).hasSize(passes);
    }

    /** That is known once it is loaded, and the request that has it loaded is computed like the next one. */
    @Test
    void aModelSaysWhatItComputesBest() {
        engine.computesBest(4 * ROW);
        assertThat(passes(Device.cuda(0), 0, 2)).hasSize(8).allMatch(pass -> pass.endsWith(" 4"));
    }

    @Test
    void aDeploymentMayAllowLessThanIsBest() {
        engine.computesBest(4 * ROW);
        most = 2 * ROW;
        assertThat(passes(Device.cuda(0), 0, 1)).hasSize(8).allMatch(pass -> pass.endsWith(" 2"));
    }

    @Test
    void aRequestThatFallsBackHasThePassesOfTheCpu() {
        engine.failNextForward(EngineException.Kind.OUT_OF_DEVICE_MEMORY, "planned");
        assertThat(passes(Device.cuda(0), 0, 1))
                .containsExactly(
                        "forward english cuda 16",
                        "forward english cpu 6",
                        "forward english cpu 6",
                        "forward english cpu 4");
    }

    /** Sixteen questions about one state; before the model is loaded, it is not known what that computes best. */
    @Test
    void aPlanSaysHowManyPassesThereWillBeAndLoadsNothing() {
        engine.computesBest(4 * ROW);
        DecisionRequest batch = request(0);
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        IntStream.range(0, STATES)
                .forEach(i -> questions.put(
                        "q" + i, new Question.Score("How urgent? " + i, List.of("low", "high"), Optional.empty())));
        DecisionRequest single = new DecisionRequest(List.of(batch.states().getFirst()), questions, batch.controls());
        with(Device.cuda(0), pipeline -> {
            assertThat(plan(pipeline, single).passes()).isEqualTo(1);
            assertThat(engine.events()).isEmpty();
            assertThat(begin(pipeline, () -> single).await().rows())
                    .isEqualTo(plan(pipeline, single).rows())
                    .isEqualTo(STATES);
            assertThat(forwards()).hasSize(plan(pipeline, single).passes()).hasSize(4);
            return pipeline;
        });
    }

    private static RequestPlan plan(DecisionPipeline pipeline, DecisionRequest request) {
        return pipeline.plan(Arrival.of(() -> ParsedRequest.unwritten(request)), Patience.UNLIMITED)
                .plan();
    }
}
