// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.host.testing.Begun.begin;

import java.lang.Character.UnicodeScript;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.ReferenceEngineProvider;
import org.decisionservice.engine.testkit.Tolerances;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.host.gate.GatedEngine;
import org.decisionservice.host.residency.Residency;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.Sharing;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Guard;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compares the answers of requests that shared a pass on a real engine with the answers each gets alone. */
class CoalescedAnswersTest {
    private static final int REQUESTS = 12;
    private static final int TOKEN_BUDGET = 131_072;

    private final PassCounter engine =
            new PassCounter(Guard.onInferenceThread(new ReferenceEngineProvider().open(EngineOptions.DEFAULTS)));

    private final PreparationThreads threads = new PreparationThreads(2);

    @AfterEach
    void close() {
        threads.close();
    }

    private DecisionPipeline pipeline(InferenceWorker worker) {
        Detection english = new Detection(
                UnicodeScript.LATIN,
                new LinkedHashMap<>(Map.of(UnicodeScript.LATIN, 1.0)),
                Optional.empty(),
                true,
                false,
                0,
                0,
                Optional.empty());
        CheckpointRouter router = new CheckpointRouter(ENGLISH, false, Optional.empty(), _ -> english);
        return new DecisionPipeline(
                router,
                Catalogues.tiny(),
                worker,
                threads,
                new PackingOptions(false, Approach.PLAIN, false),
                System::nanoTime);
    }

    private InferenceWorker worker(boolean coalesces) {
        GatedEngine counted = GatedEngine.of(engine);
        Residency residency = new Residency(
                _ -> new Placement("counted", counted, Device.CPU, Optional.of(Precision.FLOAT32), TOKEN_BUDGET),
                Device.CPU,
                OptionalInt.empty(),
                InstantSource.system(),
                System::nanoTime);
        return new InferenceWorker(
                residency,
                Optional.empty(),
                new Sharing(coalesces, Optional.empty()),
                System::nanoTime,
                Optional.empty());
    }

    private static DecisionRequest request(int index) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        questions.put("urgency", new Question.Score("How urgent?", List.of("low", "mid", "high"), Optional.empty()));
        if (index % 2 == 0) {
            questions.put(
                    "refund",
                    new Question.Noul(
                            "Money back?",
                            new Question.Side("false", Optional.empty()),
                            new Question.Side("true", Optional.empty()),
                            Optional.empty()));
        }
        State state = new State.Text("Order " + index + " is late. ".repeat(index + 1));
        return new DecisionRequest(List.of(state), questions, Controls.NONE);
    }

    @Test
    void areThoseOfPassesOfTheirOwn() throws Exception {
        List<DecisionResponse> alone = new ArrayList<>();
        try (InferenceWorker worker = worker(false)) {
            DecisionPipeline pipeline = pipeline(worker);
            for (int i = 0; i < REQUESTS; i++) {
                DecisionRequest request = request(i);
                alone.add(begin(pipeline, () -> request).await().responses().getFirst());
            }
        }
        assertThat(engine.rowsOfPasses()).hasSize(REQUESTS);
        engine.rowsOfPasses().clear();

        try (InferenceWorker worker = worker(true);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            DecisionPipeline pipeline = pipeline(worker);
            engine.holdNextPass();
            List<CompletableFuture<DecisionResponse>> together = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                DecisionRequest request = request(i);
                together.add(CompletableFuture.supplyAsync(
                        () -> begin(pipeline, () -> request).await().responses().getFirst(), callers));
                int waiting = i;
                // The first request is in the pass that is held; the others wait behind it.
                Await.until("request " + i + " has come", () -> engine.passIsHeld() && worker.queueDepth() == waiting);
            }
            engine.release();
            for (int i = 0; i < REQUESTS; i++) {
                same(together.get(i).get(), alone.get(i));
            }
        }
        assertThat(engine.rowsOfPasses())
                .as("rows of the held pass and of the two that the others fill, which hold 1,024 tokens at most")
                .containsExactly(2, 12, 4);
    }

    private static void same(DecisionResponse shared, DecisionResponse alone) {
        assertThat(shared.usage()).isEqualTo(alone.usage());
        assertThat(shared.answers().keySet()).isEqualTo(alone.answers().keySet());
        alone.answers().forEach((id, answer) -> {
            Answer other = Objects.requireNonNull(shared.answers().get(id));
            same(other.probabilities(), answer.probabilities());
            assertThat(other.certainty().actProbability())
                    .isCloseTo(
                            answer.certainty().actProbability(),
                            within(Tolerances.FLOAT32.invariant().probability()));
        });
    }

    private static void same(Probabilities shared, Probabilities alone) {
        for (int i = 0; i < alone.size(); i++) {
            assertThat(shared.get(i))
                    .isCloseTo(
                            alone.get(i), within(Tolerances.FLOAT32.invariant().probability()));
        }
    }

    /** Records the number of rows of each pass, and holds one pass on request. */
    private static final class PassCounter implements Engine {
        private final Engine inner;
        private final List<Integer> rows = new CopyOnWriteArrayList<>();
        private volatile CountDownLatch held = new CountDownLatch(0);
        private volatile boolean waiting;

        PassCounter(Engine inner) {
            this.inner = inner;
        }

        List<Integer> rowsOfPasses() {
            return rows;
        }

        void holdNextPass() {
            held = new CountDownLatch(1);
        }

        boolean passIsHeld() {
            return waiting;
        }

        void release() {
            held.countDown();
        }

        @Override
        public LoadedModel load(ModelSource source, Device device, Precision precision) {
            LoadedModel model = inner.load(source, device, precision);
            return new LoadedModel() {
                @Override
                public Device device() {
                    return model.device();
                }

                // The trial of every load.
                @Override
                public Logits forward(RowBatch batch) {
                    return model.forward(batch);
                }

                @Override
                public Logits forward(RowBatch batch, BooleanSupplier abandoned) {
                    waiting = true;
                    try {
                        held.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    waiting = false;
                    rows.add(batch.size());
                    return model.forward(batch, abandoned);
                }

                @Override
                public void close() {
                    model.close();
                }
            };
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
