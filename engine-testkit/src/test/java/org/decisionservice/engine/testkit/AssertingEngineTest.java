// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;

/** Every misuse is caught and recorded; correct use is not affected. */
class AssertingEngineTest {
    private static final ModelSource ENGLISH = SampleCheckpoint.ENGLISH.source();
    private static final RowBatch ROWS =
            Goldens.of(SampleCheckpoint.ENGLISH).getFirst().rowBatch();

    private final AssertingEngine engine = new AssertingEngine(new ReferenceEngine());

    @Test
    void properUsePassesThrough() {
        LoadedModel model = engine.load(ENGLISH, Device.CPU, Precision.FLOAT32);
        assertThat(model.device()).isEqualTo(Device.CPU);
        assertThat(model.forward(ROWS).size()).isEqualTo(ROWS.size());
        assertThat(model.forward(ROWS, () -> false).size()).isEqualTo(ROWS.size());
        assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> model.forward(ROWS, () -> true));
        model.close();
        assertThat(engine.isClosed()).isFalse();
        engine.close();
        assertThat(engine.isClosed()).isTrue();
        assertThat(engine.breaches()).isEmpty();
    }

    @Test
    void closingTwiceIsABreach() {
        LoadedModel model = engine.load(ENGLISH, Device.CPU, Precision.FLOAT32);
        model.close();
        assertBreach(model::close, "model closed twice");
        engine.close();
        assertBreach(engine::close, "engine closed twice");
    }

    @Test
    void onlyTheRightThreadLoadsComputesAndClosesModels() throws Exception {
        Thread owner = Thread.currentThread();
        AssertingEngine confined = new AssertingEngine(new ReferenceEngine(), owner::equals);
        LoadedModel model = confined.load(ENGLISH, Device.CPU, Precision.FLOAT32);
        Thread other = Thread.ofPlatform().name("other").start(() -> {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> confined.load(ENGLISH, Device.CPU, Precision.FLOAT32)
                            .close());
            assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> model.forward(ROWS));
            assertThatExceptionOfType(AssertionError.class).isThrownBy(model::close);
        });
        other.join();
        assertThat(confined.breaches())
                .containsExactly(
                        "load on thread 'other'", "forward on thread 'other'", "close of a model on thread 'other'");
        model.close();
        Thread closing = Thread.ofPlatform().start(confined::close);
        closing.join();
        assertThat(confined.isClosed()).isTrue();
        assertThat(confined.breaches()).hasSize(3);
    }

    @Test
    void answersOfAnotherShapeThanTheirRowsAreABreach() {
        assertThat(breachOfAnAnswer(new float[1])).isEqualTo("2 rows were answered with 1");
        assertThat(breachOfAnAnswer(new float[2], new float[3])).isEqualTo("row 1 has 2 options, its answer 3");
    }

    @Test
    void stateVectorsThatAreAskedForAndMissingAreABreach() {
        AssertingEngine forgetful = new AssertingEngine(new FaultyEngine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                return new FaultyEngine.Model(super.load(source, device, precision)) {
                    @Override
                    public Logits forward(RowBatch rows) {
                        return super.forward(
                                Goldens.of(SampleCheckpoint.ENGLISH).getFirst().rowBatch());
                    }
                };
            }
        });
        assertThat(forgetful.stateVectors()).isTrue();
        LoadedModel model = forgetful.load(ENGLISH, Device.CPU, Precision.FLOAT32);
        assertThat(model.forward(ROWS).size()).isEqualTo(ROWS.size());
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> model.forward(ROWS.withStateVectors()))
                .withMessageStartingWith("row 0 has 0 state vectors, not ");
    }

    /** The breach reported for this answer to two rows of two options. */
    private static String breachOfAnAnswer(float[]... logits) {
        AssertingEngine odd = new AssertingEngine(new Engine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                return new Silent() {
                    @Override
                    public Logits forward(RowBatch rows) {
                        return new Logits(List.of(logits), new float[logits.length]);
                    }
                };
            }

            @Override
            public void close() {}
        });
        Row row = new Row(new int[] {5, 6}, new int[] {0, 1}, 0);
        try (odd;
                LoadedModel model = odd.load(ENGLISH, Device.CPU, Precision.FLOAT32)) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> model.forward(RowBatch.of(List.of(row, row))));
        }
        return odd.breaches().getFirst();
    }

    @Test
    void useAfterCloseIsABreach() {
        LoadedModel model = engine.load(ENGLISH, Device.CPU, Precision.FLOAT32);
        model.close();
        assertBreach(() -> model.forward(ROWS), "forward after the model was closed");
        assertBreach(() -> model.forward(ROWS, () -> false), "forward after the model was closed");
        engine.close();
        assertBreach(
                () -> engine.load(ENGLISH, Device.CPU, Precision.FLOAT32).close(), "load after the engine was closed");
        assertThat(engine.breaches()).hasSize(3);
    }

    @Test
    void engineClosesLast() {
        try (LoadedModel model = engine.load(ENGLISH, Device.CPU, Precision.FLOAT32)) {
            assertThat(model.device()).isEqualTo(Device.CPU);
            assertBreach(engine::close, "engine closed before its 1 models");
        }
        engine.close();
    }

    @Test
    void failedLoadLeavesNoModelToClose() {
        Path file = ENGLISH.weights().file().resolveSibling("absent");
        ModelSource absent = new ModelSource(
                ENGLISH.config(),
                new ModelWeights(file, List.of(file), ENGLISH.weights().tensors()));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(
                        () -> engine.load(absent, Device.CPU, Precision.FLOAT32).close());
        engine.close();
        assertThat(engine.breaches()).isEmpty();
    }

    @Test
    void tokensOutsideTheVocabularyAreABreach() {
        try (LoadedModel model = engine.load(ENGLISH, Device.CPU, Precision.FLOAT32)) {
            assertBreach(
                    () -> model.forward(row(5, 2176)), "row 0 has token id 2176 at position 1, the vocabulary 2176");
            assertBreach(() -> model.forward(row(-1)), "row 0 has token id -1 at position 0, the vocabulary 2176");
        }
    }

    @Test
    void rowsLongerThanThePositionsAreABreach() {
        try (LoadedModel model = engine.load(SampleCheckpoint.STARTER.source(), Device.CPU, Precision.FLOAT32)) {
            assertBreach(() -> model.forward(row(new int[513])), "row 0 has 513 tokens, the encoder positions for 512");
        }
    }

    @Test
    void parallelRowsThatDoNotSayWhereTheirOptionsEndAreABreach() {
        try (LoadedModel model =
                engine.load(SampleCheckpoint.PARALLEL_ENGLISH.source(), Device.CPU, Precision.FLOAT32)) {
            assertThat(model.forward(RowBatch.of(List.of(new Row(new int[] {5, 6}, new int[] {0}, 1, 0))))
                            .size())
                    .isEqualTo(1);
            assertBreach(
                    () -> model.forward(row(5, 6)),
                    "row 0 does not say where its options end, which the parallel layout needs");
        }
    }

    @Test
    void layoutsThatAreNotOfferedAreABreach() {
        AssertingEngine simple = new AssertingEngine(new Engine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                return new Silent();
            }

            @Override
            public void close() {}
        });
        ModelSource parallel = SampleCheckpoint.PARALLEL_ENGLISH.source();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() ->
                        simple.load(parallel, Device.CPU, Precision.FLOAT32).close())
                .withMessage("load of a checkpoint of the parallel layout, which is not offered");
        simple.close();
    }

    @Test
    void secondCallerIsABreachForWhoeverCameSecond() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        AssertingEngine slow = new AssertingEngine(new Engine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                inside.countDown();
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return new Silent();
            }

            @Override
            public void close() {}
        });
        CompletableFuture<LoadedModel> first =
                CompletableFuture.supplyAsync(() -> slow.load(ENGLISH, Device.CPU, Precision.FLOAT32));
        inside.await();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(
                        () -> slow.load(ENGLISH, Device.CPU, Precision.FLOAT32).close())
                .withMessageContaining("called while");
        leave.countDown();
        LoadedModel model = first.join();
        assertThat(slow.breaches()).hasSize(1);
        assertThatIllegalStateException().isThrownBy(() -> model.forward(ROWS));
        model.close();
        slow.close();
    }

    @Test
    void twoModelsOfAConcurrentEngineMayComputeAtOnceAndOneMayNot() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        AssertingEngine concurrent = new AssertingEngine(new Engine() {
            @Override
            public boolean concurrent() {
                return true;
            }

            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                return new Silent() {
                    @Override
                    public Logits forward(RowBatch rows) {
                        inside.countDown();
                        try {
                            leave.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return super.forward(rows);
                    }
                };
            }

            @Override
            public void close() {}
        });
        LoadedModel busy = concurrent.load(ENGLISH, Device.CPU, Precision.FLOAT32);
        CompletableFuture<Logits> computing = CompletableFuture.supplyAsync(() -> busy.forward(ROWS));
        inside.await();
        concurrent.load(ENGLISH, Device.CPU, Precision.FLOAT32).close();
        assertThat(concurrent.breaches()).isEmpty();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> busy.forward(ROWS))
                .withMessageContaining("called while");
        leave.countDown();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(computing::join)
                .withCauseInstanceOf(IllegalStateException.class);
        busy.close();
        concurrent.close();
        assertThat(concurrent.breaches()).hasSize(1);
    }

    private static RowBatch row(int... ids) {
        return RowBatch.of(List.of(new Row(ids, new int[] {0}, 0)));
    }

    private void assertBreach(Runnable misuse, String message) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(misuse::run).withMessage(message);
        assertThat(engine.breaches()).contains(message);
    }

    /** Fails every pass; the exception must be passed on unchanged. */
    private static class Silent implements LoadedModel {
        @Override
        public Device device() {
            return Device.CPU;
        }

        @Override
        public Logits forward(RowBatch rows) {
            throw new IllegalStateException("no answers here");
        }

        @Override
        public void close() {}
    }
}
