// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.checkpoints.SupersededException;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.ScriptedEngine;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Precisions are judged while requests are answered. */
class GateThreadTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final ScriptedEngine engine = new ScriptedEngine(true);
    private final InferenceWorker worker = worker(engine);

    @TempDir
    private Path dir;

    private ServedCheckpoint english;
    private ServedCheckpoint typed;

    private static InferenceWorker worker(ScriptedEngine engine) {
        return new InferenceWorker(
                ScriptedResidency.of(engine, Device.CPU, OptionalInt.of(1), Precision.BF16),
                Optional.empty(),
                Sharing.NONE,
                System::nanoTime,
                Optional.empty());
    }

    /** The first answer, before which nobody has to be spared. */
    @BeforeEach
    void answer() throws IOException {
        for (String name : List.of("english", "typed-decisions")) {
            Copies.copy(Testdata.tiny().resolve(name), dir.resolve(name));
        }
        CheckpointCatalogue catalogue = Catalogues.catalogue(new HostSettings.Directory(dir));
        english = catalogue.find(CheckpointName.ENGLISH).orElseThrow();
        typed = catalogue.find(CheckpointName.TYPED_DECISIONS).orElseThrow();
        worker.infer(work(english.version()));
    }

    @AfterEach
    void close() {
        engine.releaseJudging();
        worker.close();
    }

    private static List<PassRequest> work(CheckpointVersion version) {
        Row row = new Row(new int[] {1, 2}, new int[] {1}, 0);
        return List.of(new PassRequest(version, List.of(List.of(PackedRow.of(row))), true));
    }

    private CompletableFuture<PassResult> submit(ServedCheckpoint checkpoint) {
        CompletableFuture<PassResult> outcome = new CompletableFuture<>();
        worker.submit(work(checkpoint.version()), RequestClass.INTERACTIVE, outcome);
        return outcome;
    }

    private CheckpointVersion renameOver(ServedCheckpoint checkpoint) throws IOException {
        Path weights = checkpoint.version().weights().file();
        byte[] bytes = Files.readAllBytes(weights);
        bytes[bytes.length - 1] ^= 1;
        Files.move(Files.write(dir.resolve("next"), bytes), weights, StandardCopyOption.REPLACE_EXISTING);
        return checkpoint.readAgain().orElseThrow();
    }

    private long count(String event) {
        return engine.events().stream().filter(event::equals).count();
    }

    private CompletableFuture<String> replaceWhileHeld(CheckpointVersion next) throws InterruptedException {
        engine.holdJudging();
        CompletableFuture<String> replaced = CompletableFuture.supplyAsync(() -> worker.replace(next));
        engine.awaitHeldJudging();
        return replaced;
    }

    @Test
    void nobodyIsSparedBeforeTheFirstAnswer() {
        assertThat(engine.events())
                .containsExactly(
                        "load english cpu",
                        "forward english cpu 49",
                        "close english cpu",
                        "load english cpu",
                        "forward english cpu 49",
                        "forward english cpu 1");
    }

    @Test
    void theOldWeightsAnswerWhileTheNewOnesAreJudged() throws Exception {
        CheckpointVersion old = english.hold();
        CheckpointVersion next = renameOver(english);
        CompletableFuture<String> replaced = replaceWhileHeld(next);
        assertThat(worker.infer(work(old)).rows()).isEqualTo(1);
        Await.until("no pass or load runs", () -> worker.running().isZero());
        assertThat(replaced).isNotDone();
        assertThat(english.version()).isSameAs(old);

        engine.releaseJudging();
        replaced.join();
        assertThat(english.version()).isSameAs(next);
        assertThat(count("forward english cpu 49"))
                .as("judged on the inference thread")
                .isEqualTo(2);
        assertThat(count("judging: forward english cpu 49")).isEqualTo(2);
        assertThat(engine.events()).containsSubsequence("judging: close english cpu", "load english cpu");
        old.release();
    }

    @Test
    void aCheckpointThatIsAskedForFirstIsJudgedWhileAnotherAnswers() throws Exception {
        engine.holdJudging();
        CompletableFuture<PassResult> first = submit(typed);
        CompletableFuture<PassResult> second = submit(typed);
        engine.awaitHeldJudging();
        worker.infer(work(english.version()));
        assertThat(worker.health().resident()).containsOnlyKeys("english");
        assertThat(first).isNotDone();

        engine.releaseJudging();
        assertThat(first.join().rows()).isEqualTo(1);
        assertThat(first.join().timings().loading()).isPositive();
        assertThat(first.join().timings().waited().isNegative()).isFalse();
        assertThat(second.join().rows()).isEqualTo(1);
        assertThat(engine.events())
                .containsSubsequence(
                        "judging: close typed-decisions cpu", "close english cpu", "load typed-decisions cpu");
        assertThat(count("judging: forward typed-decisions cpu 49")).isEqualTo(2);
        assertThat(count("load typed-decisions cpu")).isEqualTo(1);
    }

    @Test
    void aRequestThatIsGivenUpMeanwhileLoadsNothing() throws Exception {
        engine.holdJudging();
        CompletableFuture<PassResult> outcome = submit(typed);
        engine.awaitHeldJudging();
        outcome.cancel(false);
        engine.releaseJudging();
        Await.until("it is judged", () -> count("judging: close typed-decisions cpu") == 2);
        worker.infer(work(english.version()));
        assertThat(count("load typed-decisions cpu")).isZero();
    }

    @Test
    void weightsThatCannotBeJudgedChangeNothing() throws Exception {
        CheckpointVersion old = english.version();
        CheckpointVersion next = renameOver(english);
        engine.failNextJudging(EngineException.Kind.FAILED, "no memory for it");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> worker.replace(next))
                .withMessage("no memory for it");
        assertThat(english.version()).isSameAs(old);
        assertThat(english.loads().failure()).isEmpty();
        worker.infer(work(old));
        worker.replace(next);
        assertThat(english.version()).isSameAs(next);
    }

    @Test
    void aRequestForWeightsThatCannotBeJudgedFailsAndTheNextOneTriesAgain() {
        engine.failNextJudging(EngineException.Kind.BAD_MODEL, "no weights");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> worker.infer(work(typed.version())))
                .withMessage("no weights");
        assertThat(typed.loads().failure()).isPresent();
        assertThat(worker.infer(work(typed.version())).rows()).isEqualTo(1);
        assertThat(typed.loads().failure()).isEmpty();
    }

    @Test
    void weightsThatAreReplacedMeanwhileAreJudgedInstead() throws Exception {
        engine.holdJudging();
        CompletableFuture<PassResult> outcome = submit(typed);
        engine.awaitHeldJudging();
        CheckpointVersion old = typed.version();
        renameOver(typed).release();
        engine.releaseJudging();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(outcome::join)
                .withCauseInstanceOf(SupersededException.class);
        assertThat(typed.version()).isNotSameAs(old);
        assertThat(count("judging: forward typed-decisions cpu 49")).isEqualTo(4);
        assertThat(worker.infer(work(typed.version())).rows()).isEqualTo(1);
    }

    @Test
    void theEndDoesNotWaitForAReload() throws Exception {
        CompletableFuture<String> replaced = replaceWhileHeld(renameOver(english));
        assertThat(worker.close(SOON)).isTrue();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(replaced::join)
                .withCauseInstanceOf(RejectedExecutionException.class);
        assertThat(engine.events().getLast()).isEqualTo("close english cpu");
    }

    @Test
    void theEndAnswersWhoeverStillWaits() throws Exception {
        engine.holdJudging();
        CompletableFuture<PassResult> outcome = submit(typed);
        engine.awaitHeldJudging();
        CompletableFuture<Boolean> closed = CompletableFuture.supplyAsync(() -> worker.close(SOON));
        engine.releaseJudging();
        assertThat(closed.join()).isTrue();
        assertThat(outcome.join().rows()).isEqualTo(1);
        assertThat(worker.health().resident()).isEmpty();
    }

    @Test
    void anEngineThatDoesOneThingAtATimeIsLeftToTheInferenceThread() throws Exception {
        ScriptedEngine other = new ScriptedEngine();
        try (InferenceWorker alone = worker(other)) {
            alone.infer(work(english.version()));
            alone.infer(work(typed.version()));
            assertThat(other.events())
                    .contains("forward typed-decisions cpu 49")
                    .noneMatch(event -> event.startsWith("judging"));
        }
    }
}
