// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.RequestClass;
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

/** Versions of a checkpoint that come and go while it computes. */
class ReplacementTest {
    private final ScriptedEngine engine = new ScriptedEngine();
    private final InferenceWorker worker = new InferenceWorker(
            ScriptedResidency.of(engine, Device.cuda(0)),
            Optional.empty(),
            Sharing.NONE,
            System::nanoTime,
            Optional.empty());

    @TempDir
    private Path dir;

    private ServedCheckpoint checkpoint;

    @BeforeEach
    void copy() throws IOException {
        Copies.copy(Testdata.tiny().resolve("english"), dir.resolve("english"));
        checkpoint = Catalogues.catalogue(new HostSettings.Directory(dir)).all().getFirst();
    }

    @AfterEach
    void close() {
        worker.close();
    }

    /** Puts other weights in the place of the old ones, as a rename does. */
    private void renameOver() throws IOException {
        Path weights = dir.resolve("english/model.safetensors");
        byte[] bytes = Files.readAllBytes(weights);
        bytes[bytes.length - 1] ^= 1;
        Files.move(Files.write(dir.resolve("next"), bytes), weights, StandardCopyOption.REPLACE_EXISTING);
    }

    private static List<PassRequest> work(CheckpointVersion version) {
        Row row = new Row(new int[] {1, 2}, new int[] {1}, 0);
        return List.of(new PassRequest(version, List.of(List.of(PackedRow.of(row))), true));
    }

    private String revision() {
        return Objects.requireNonNull(worker.health().resident().get("english")).revision();
    }

    private long count(String event) {
        return engine.events().stream().filter(event::equals).count();
    }

    @Test
    void filesThatAreTheSameAreNotReadAgain() {
        checkpoint.checkpoint();
        assertThat(checkpoint.readAgain()).isEmpty();
    }

    @Test
    void aRequestIsAnsweredByTheVersionThatItHoldsAndTheOldModelGoesAfterIt() throws IOException {
        CheckpointVersion old = checkpoint.hold();
        worker.infer(work(old));
        String before = revision();
        renameOver();
        CheckpointVersion next = checkpoint.readAgain().orElseThrow();
        assertThat(checkpoint.version()).isSameAs(old);

        String replaced = worker.replace(next);
        assertThat(replaced).isNotEqualTo(before);
        assertThat(checkpoint.version()).isSameAs(next);
        assertThat(worker.health().resident()).containsOnlyKeys("english");
        assertThat(revision()).isEqualTo(replaced);
        worker.infer(work(old));
        worker.infer(work(next));
        assertThat(count("close english cuda")).isZero();
        assertThat(old.checkpoint().tokenizer().encode("still open")).isNotEmpty();

        old.release();
        Await.until("the old model is freed", () -> count("close english cuda") == 1);
        assertThatExceptionOfType(SupersededException.class).isThrownBy(() -> worker.infer(work(old)));
        worker.infer(work(next));
        assertThat(count("load english cuda")).isEqualTo(2);
    }

    @Test
    void aVersionComesIntoForceBetweenTwoRequests() throws Exception {
        CheckpointVersion old = checkpoint.hold();
        worker.infer(work(old));
        engine.hold();
        CompletableFuture<PassResult> computing = new CompletableFuture<>();
        worker.submit(work(old), RequestClass.INTERACTIVE, computing);
        engine.awaitHeldPass();
        renameOver();
        CheckpointVersion next = checkpoint.readAgain().orElseThrow();
        CompletableFuture<String> replaced = CompletableFuture.supplyAsync(() -> worker.replace(next));
        assertThat(checkpoint.version()).isSameAs(old);
        engine.release();
        replaced.join();
        assertThat(computing.join().rows()).isEqualTo(1);
        assertThat(checkpoint.version()).isSameAs(next);
        old.release();
    }

    @Test
    void aVersionThatDoesNotFitBesideTheOldChangesNothing() throws IOException {
        CheckpointVersion old = checkpoint.version();
        worker.infer(work(old));
        renameOver();
        CheckpointVersion next = checkpoint.readAgain().orElseThrow();
        engine.failNextLoad(EngineException.Kind.OUT_OF_DEVICE_MEMORY, "CUDA out of memory");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> worker.replace(next))
                .withMessage("CUDA out of memory");
        assertThat(checkpoint.version()).isSameAs(old);
        worker.infer(work(old));
        assertThat(count("load english cuda")).isEqualTo(2);
        assertThat(count("close english cuda")).isZero();
    }

    @Test
    void aCheckpointThatIsNotInMemoryIsOnlyTried() throws IOException {
        checkpoint.checkpoint();
        renameOver();
        CheckpointVersion next = checkpoint.readAgain().orElseThrow();
        worker.replace(next);
        assertThat(checkpoint.version()).isSameAs(next);
        assertThat(worker.health().resident()).isEmpty();
        assertThat(engine.events()).containsExactly("load english cuda", "close english cuda");
    }

    @Test
    void rowsOfAVersionWhoseFilesAreGoneAreNotComputedWithOthers() throws IOException {
        CheckpointVersion old = checkpoint.hold();
        renameOver();
        assertThatExceptionOfType(SupersededException.class).isThrownBy(() -> worker.infer(work(old)));
        assertThat(checkpoint.version()).isNotSameAs(old);
        worker.infer(work(checkpoint.version()));
        old.release();
        assertThat(count("load english cuda")).isEqualTo(1);
    }
}
