// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.api.CheckpointName.TYPED_DECISIONS;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that is asked for again, with a cache. */
class RepeatedWorkTest {
    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Catalogues.tiny(ENGLISH);
    private final ServedCheckpoint typed = Catalogues.tiny(TYPED_DECISIONS);
    private InferenceWorker worker = worker(false);

    private InferenceWorker worker(boolean coalesce) {
        return new InferenceWorker(
                ScriptedResidency.of(engine, Device.cuda(0)),
                Optional.empty(),
                new Sharing(coalesce, Optional.of(new LogitsCache(1 << 20))),
                System::nanoTime,
                Optional.empty());
    }

    @AfterEach
    void close() {
        worker.close();
    }

    private static PassRequest work(ServedCheckpoint checkpoint, int... tokens) {
        List<PackedRow> rows = IntStream.of(tokens)
                .mapToObj(token -> PackedRow.of(new Row(new int[] {token, 1}, new int[] {0, 1}, 0)))
                .toList();
        return new PassRequest(checkpoint, List.of(rows), true);
    }

    private CompletableFuture<PassResult> submit(PassRequest... work) {
        CompletableFuture<PassResult> answer = new CompletableFuture<>();
        worker.submit(List.of(work), RequestClass.INTERACTIVE, answer);
        return answer;
    }

    private List<String> passes() {
        return engine.events().stream()
                .filter(event -> event.startsWith("forward"))
                .toList();
    }

    private static List<Float> numbers(PassResult result) {
        Logits logits = result.logits().getFirst();
        return IntStream.range(0, logits.size())
                .mapToObj(row -> logits.optionLogit(row, 0))
                .toList();
    }

    @Test
    void isNotComputedAgain() {
        PassResult first = worker.infer(List.of(work(english, 1, 2)));
        PassResult second = worker.infer(List.of(work(english, 1, 2)));
        assertThat(passes()).containsExactly("forward english cuda 2");
        assertThat(numbers(second)).isEqualTo(numbers(first));
        assertThat(List.of(first.rows(), second.rows())).containsExactly(2, 0);
        assertThat(second.timings().inference()).isZero();
        assertThat(worker.cache().orElseThrow().found()).isEqualTo(2);
    }

    @Test
    void isAnsweredBesideALongPassAndWithoutTheModel() throws Exception {
        worker.infer(List.of(work(english, 1)));
        engine.hold();
        CompletableFuture<PassResult> held = submit(work(typed, 5));
        engine.awaitHeldPass();
        assertThat(submit(work(english, 1))).isCompleted();
        assertThat(held).isNotDone();
        engine.release();
    }

    @Test
    void otherRowsMeansVersionsAndCheckpointsAreComputed() {
        worker.infer(List.of(work(english, 1, 2)));
        worker.infer(List.of(work(english, 2, 1)));
        worker.infer(List.of(work(english, 1)));
        worker.infer(List.of(work(typed, 1, 2)));
        PassRequest vectors = work(english, 1, 2);
        worker.infer(List.of(new PassRequest(vectors.version(), vectors.batches(), true, true)));
        assertThat(passes()).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsThatWaitForTheSameHaveItComputedOnce(boolean coalesce) throws Exception {
        worker.close();
        worker = worker(coalesce);
        engine.hold();
        CompletableFuture<PassResult> held = submit(work(typed, 5));
        engine.awaitHeldPass();
        List<CompletableFuture<PassResult>> waiting = List.of(
                submit(work(english, 1, 2)),
                submit(work(english, 1, 2)),
                submit(work(english, 3)),
                submit(work(english, 1, 2)));
        Await.until("all wait", () -> worker.queueDepth() == 4);
        engine.release();
        held.join();
        waiting.forEach(CompletableFuture::join);
        assertThat(passes().subList(1, passes().size()))
                .isEqualTo(
                        coalesce
                                ? List.of("forward english cuda 3")
                                : List.of("forward english cuda 2", "forward english cuda 1"));
        assertThat(waiting.stream().map(each -> each.join().logits().getFirst().size()))
                .containsExactly(2, 2, 1, 2);
        assertThat(numbers(waiting.get(3).join()))
                .isEqualTo(numbers(waiting.getFirst().join()));
    }

    @Test
    void ofSeveralCheckpointsIsComputedWhereItIsNew() {
        worker.infer(List.of(work(english, 1)));
        PassResult both = worker.infer(List.of(work(english, 1), work(typed, 2)));
        assertThat(passes()).containsExactly("forward english cuda 1", "forward typed-decisions cuda 1");
        assertThat(both.logits()).hasSize(2);
        assertThat(both.rows()).isEqualTo(1);
    }

    @Test
    void whatAnotherDeviceComputedForOneRequestIsNotKept() {
        engine.failNextForward(EngineException.Kind.OUT_OF_DEVICE_MEMORY, "too little");
        worker.infer(List.of(work(english, 1)));
        worker.infer(List.of(work(english, 1)));
        assertThat(passes()).last().isEqualTo("forward english cuda 1");
        assertThat(worker.cache().orElseThrow().found()).isZero();
    }

    @Test
    void aFailureIsNotKept() {
        engine.failNextForward(EngineException.Kind.FAILED, "once");
        assertThat(submit(work(english, 1)).handle((_, e) -> e).join()).isInstanceOf(EngineException.class);
        assertThat(worker.infer(List.of(work(english, 1))).rows()).isEqualTo(1);
    }
}
