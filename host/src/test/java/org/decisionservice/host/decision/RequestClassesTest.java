// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.api.CheckpointName.ENGLISH;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Patience;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.Sharing;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whole requests of two classes. A request is known by its rows, which fill one pass. */
class RequestClassesTest {
    private final ScriptedEngine engine = new ScriptedEngine();
    private final InferenceWorker worker = new InferenceWorker(
            ScriptedResidency.of(engine, Device.CPU),
            Optional.empty(),
            Sharing.NONE,
            System::nanoTime,
            Optional.empty());
    private final PreparationThreads threads = new PreparationThreads(1);
    private final DecisionPipeline pipeline = new DecisionPipeline(
            new CheckpointRouter(ENGLISH, false, Optional.of(ENGLISH), new EvidenceDetector()),
            Catalogues.tiny(),
            worker,
            threads,
            new PackingOptions(false, Approach.PLAIN, false),
            System::nanoTime);

    @AfterEach
    void close() {
        engine.hold();
        engine.release();
        threads.close();
        worker.close();
    }

    private record Asked(DecisionRequest request, RequestClass requestClass, CountDownLatch ready) implements Arrival {
        @Override
        public boolean mayBeRead() {
            return true;
        }

        @Override
        public ParsedRequest read() {
            try {
                ready.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return ParsedRequest.unwritten(request);
        }

        @Override
        public boolean mayBeAnswered(long heap) {
            return true;
        }

        @Override
        public void awaitMemory(Patience patience) {}

        @Override
        public boolean isLarge() {
            return false;
        }
    }

    private CompletableFuture<DecisionService.Decision> ask(
            RequestClass requestClass, int states, CountDownLatch ready) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        questions.put("urgency", new Question.Score("How urgent?", List.of("low", "high"), Optional.empty()));
        DecisionRequest request = new DecisionRequest(
                IntStream.range(0, states)
                        .<State>mapToObj(state -> new State.Text("state " + state))
                        .toList(),
                questions,
                Controls.NONE);
        CompletableFuture<DecisionService.Decision> answer = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                answer.complete(pipeline.answer(new Asked(request, requestClass, ready), Patience.UNLIMITED, _ -> {}));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    @Test
    void interactiveRequestsPassBulkOnesThatCameBefore() throws Exception {
        CountDownLatch now = new CountDownLatch(0);
        engine.hold();
        var running = ask(RequestClass.BULK, 4, now);
        engine.awaitHeldPass();
        var bulk = ask(RequestClass.BULK, 3, now);
        Await.until("the bulk request waits", () -> worker.queueDepth() == 1);
        var interactive = ask(RequestClass.INTERACTIVE, 2, now);
        Await.until("the interactive request waits", () -> worker.queueDepth() == 2);
        engine.release();
        CompletableFuture.allOf(running, bulk, interactive).join();
        assertThat(engine.events())
                .filteredOn(event -> event.startsWith("forward"))
                .containsExactly("forward english cpu 4", "forward english cpu 2", "forward english cpu 3");
    }

    @Test
    void bulkRequestsThatAreReadDoNotOccupyTheThreadsOfInteractiveOnes() {
        CountDownLatch later = new CountDownLatch(1);
        List<CompletableFuture<DecisionService.Decision>> bulk = IntStream.range(0, 8)
                .mapToObj(_ -> ask(RequestClass.BULK, 1, later))
                .toList();
        assertThat(ask(RequestClass.INTERACTIVE, 1, new CountDownLatch(0))
                        .join()
                        .rows())
                .isEqualTo(1);
        assertThat(bulk).noneMatch(CompletableFuture::isDone);
        later.countDown();
        bulk.forEach(CompletableFuture::join);
    }
}
