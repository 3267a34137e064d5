package org.decisionservice.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.server.Health;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.testing.ScriptedEngine;
import org.decisionservice.server.testing.Testdata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The service's clock is the test's; the executor's is real, and short. */
class IdleUnloadTest {
    private static final Duration WINDOW = Duration.ofMillis(50);

    private final AtomicLong now = new AtomicLong();
    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Testdata.tiny(CheckpointName.ENGLISH);
    private final InferenceWorker worker =
            new InferenceWorker(engine.residency(Device.cuda(0)), Optional.of(WINDOW), OptionalInt.empty(), now::get);

    @AfterEach
    void close() {
        worker.close();
    }

    private void infer() {
        Row row = new Row(new int[] {1, 2}, new int[] {1}, 0);
        worker.infer(List.of(new Work(english, List.of(RowBatch.of(List.of(row))), true)));
    }

    private void advance(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private Health.Idle idle() {
        return worker.health().idle().orElseThrow();
    }

    private void awaitUnload() throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!worker.health().resident().isEmpty()) {
            assertThat(System.nanoTime())
                    .as("the checkpoint is unloaded in time")
                    .isLessThan(deadline);
            Thread.sleep(5);
        }
    }

    @Test
    void weightsAreDroppedAfterTheWindowAndLoadedAgainByTheNextRequest() throws InterruptedException {
        infer();
        advance(WINDOW);
        awaitUnload();
        infer();
        assertThat(engine.events())
                .containsExactly(
                        "load english cuda",
                        "forward english cuda 1",
                        "close english cuda",
                        "load english cuda",
                        "forward english cuda 1");
    }

    @Test
    void nothingIsDroppedBeforeTheWindowIsOver() throws InterruptedException {
        infer();
        advance(WINDOW.minusMillis(1));
        // Long enough for several checks on the real clock, none of which may drop anything.
        Thread.sleep(WINDOW.multipliedBy(4));
        assertThat(worker.health().resident()).containsOnlyKeys("english");
        advance(Duration.ofMillis(1));
        awaitUnload();
    }

    @Test
    void aFailedPassRestartsTheWindowAndHealthProbesDoNot() {
        infer();
        advance(Duration.ofMillis(30));
        assertThat(idle().since()).isEqualTo(Duration.ofMillis(30));
        assertThat(idle().since()).isEqualTo(Duration.ofMillis(30));
        assertThat(idle().window()).isEqualTo(WINDOW);
        engine.failNextForward(EngineException.Kind.FAILED, "no");
        assertThatExceptionOfType(EngineException.class).isThrownBy(this::infer);
        assertThat(idle().since()).isEqualTo(Duration.ZERO);
    }

    @Test
    void preloadedWeightsAreDroppedToo() throws InterruptedException {
        worker.load(english);
        advance(WINDOW);
        awaitUnload();
        assertThat(engine.events()).containsExactly("load english cuda", "close english cuda");
    }
}
