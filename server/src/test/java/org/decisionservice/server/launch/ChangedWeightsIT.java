// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.decisionservice.server.testing.ServiceProcess;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes the files of a checkpoint while it answers, with the engines that map them. */
class ChangedWeightsIT {
    private static final String REFUSED =
            "503 {\"detail\":\"the checkpoint that answers this cannot be loaded now, try again later\"}";
    private static final Predicate<String> ANSWERED = answer -> !answer.equals(REFUSED);
    private static final String REQUEST = """
        {"state": "I was charged twice and the shop does not answer.", "questions": {"q": {"type": "choice",
         "instructions": "What is wanted?", "criteria": ["refund", "cancel", "upgrade"]}}}\
        """;

    @TempDir
    private Path dir;

    private Path served;
    private Path weights;
    private Path oldWeights;
    private Path newWeights;

    static Stream<String> engines() {
        return Stream.of(Objects.requireNonNull(System.getProperty("distributed.engines"))
                .split(","));
    }

    @BeforeEach
    void copy() throws IOException {
        served = dir.resolve("served");
        Copies.copy(Testdata.tiny().resolve("english"), served);
        weights = served.resolve("model.safetensors");
        oldWeights = Files.copy(weights, dir.resolve("old"));
        newWeights = Files.write(dir.resolve("new"), otherNumbers(Files.readAllBytes(weights)));
    }

    /** Returns the same tensors with the sign of every third number flipped. */
    private static byte[] otherNumbers(byte[] bytes) {
        int data = 8 + ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
        for (int i = data + 1; i < bytes.length; i += 6) {
            bytes[i] ^= (byte) 0x80;
        }
        return bytes;
    }

    /** Overwrites a file as {@code cp} does: the file remains, and is emptied first. */
    private static void overwrite(Path from, Path to, Steady client) throws IOException {
        byte[] bytes = Files.readAllBytes(from);
        client.truncate(to, 0);
        Files.write(to, bytes, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Overwrites a file as {@code rsync --inplace} does: block by block, truncated to its size at the end. */
    private static void patch(Path from, Path to, Steady client) throws IOException {
        byte[] bytes = Files.readAllBytes(from);
        try (FileChannel channel = FileChannel.open(to, StandardOpenOption.WRITE)) {
            for (int at = 0; at < bytes.length; at += 65_536) {
                channel.write(ByteBuffer.wrap(bytes, at, Math.min(65_536, bytes.length - at)), at);
                client.awaitAnswers(1);
            }
            channel.truncate(bytes.length);
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void whateverIsDoneToTheWeightsTheProcessLivesAndAnswersAsOneCheckpoint(String engine)
            throws IOException, InterruptedException {
        try (Steady client = new Steady(engine)) {
            String old = client.await(ANSWERED, REFUSED);
            assertThat(client.health()).contains(revision(oldWeights));

            client.truncate(weights, Files.size(weights) / 2);
            client.await(REFUSED::equals, REFUSED);
            client.truncate(weights, 0);
            client.await(_ -> errors(client).contains("model.safetensors: is 0 bytes long"), REFUSED);
            assertThat(client.health()).doesNotContain("sha256:");
            assertThat(client.told()).isSubsetOf(old, REFUSED);

            overwrite(newWeights, weights, client);
            String fresh = client.await(ANSWERED, REFUSED);
            assertThat(fresh).isNotEqualTo(old);
            assertThat(client.health()).contains(revision(newWeights));
            assertThat(client.told()).isSubsetOf(REFUSED, fresh);

            patch(oldWeights, weights, client);
            assertThat(client.await(ANSWERED, REFUSED)).isEqualTo(old);
            assertThat(client.health()).contains(revision(oldWeights));
            assertThat(client.told()).isSubsetOf(fresh, REFUSED, old);

            Path next = Files.copy(newWeights, served.resolve("next"));
            Files.move(next, weights, StandardCopyOption.REPLACE_EXISTING);
            assertThat(client.told()).isSubsetOf(old);
            Files.delete(weights);
            assertThat(client.told()).isSubsetOf(old);
            assertThat(client.health()).contains(revision(oldWeights));
            assertThat(client.errors())
                    .containsOnlyOnce("was replaced or removed")
                    .doesNotContain("\tat ");
        }
    }

    private static String errors(Steady client) {
        try {
            return client.errors();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aCheckpointThatIsCopiedOverAnotherIsServedWhole(String engine) throws IOException, InterruptedException {
        Path other = Testdata.tiny().resolve("typed-decisions");
        try (Steady client = new Steady(engine)) {
            String old = client.await(ANSWERED, REFUSED);
            try (Stream<Path> files = Files.walk(other)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    overwrite(file, served.resolve(other.relativize(file).toString()), client);
                }
            }
            String fresh = client.await(ANSWERED.and(answer -> !answer.equals(old)), old);
            assertThat(client.told()).isSubsetOf(old, REFUSED, fresh);
            assertThat(client.health()).contains(revision(other.resolve("model.safetensors")));
            try (ServiceProcess alone = ServiceProcess.start(
                    dir, Map.of("SERVICE_MODEL_PATH", other.toString(), "SERVICE_ENGINE", engine))) {
                assertThat(alone.post("/v1/systemone", REQUEST).body()).isEqualTo(fresh);
            }
        }
    }

    private static String revision(Path file) throws IOException {
        return "sha256:" + Testdata.sha256(file).substring(0, 12);
    }

    /** A service, and a client that sends it the same request all the time. */
    private final class Steady implements AutoCloseable {
        private final ServiceProcess service;
        private final Queue<String> answers = new ConcurrentLinkedQueue<>();
        private final Lock asks = new ReentrantLock(true);
        private final Thread asking;

        Steady(String engine) throws IOException, InterruptedException {
            service = ServiceProcess.start(
                    dir,
                    Map.of("SERVICE_MODEL_PATH", served.toString(), "SERVICE_ENGINE", engine, "SERVICE_PRELOAD", "1"));
            asking = Thread.ofPlatform().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    answers.add(ask());
                }
            });
        }

        /** Returns the answer, or the status and body of the failure. */
        String ask() {
            asks.lock();
            try {
                HttpResponse<String> response = service.post("/v1/systemone", REQUEST);
                return response.statusCode() == 200 ? response.body() : response.statusCode() + " " + response.body();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted";
            } catch (IOException e) {
                return "no answer: " + e;
            } finally {
                asks.unlock();
            }
        }

        /**
         * Truncates a file between two requests. The system ends a process that reads what is cut off in that very
         * moment (docs/checkpoints.md), and no service can do anything about that.
         */
        void truncate(Path file, long size) throws IOException {
            asks.lock();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.truncate(size);
            } finally {
                asks.unlock();
            }
        }

        /**
         * Asks until the wanted answer comes; every answer before that is a refusal or, if there is one, {@code old}.
         */
        String await(Predicate<String> wanted, String old) {
            return Await.value("the wanted answer", () -> {
                String answer = ask();
                if (wanted.test(answer)) {
                    return Optional.of(answer);
                }
                assertThat(answer).as("answer before that").isIn(REFUSED, old);
                return Optional.empty();
            });
        }

        /** Returns all answers to the steady client since the last call, after waiting for a few more. */
        List<String> told() {
            awaitAnswers(3);
            List<String> told = List.copyOf(answers);
            answers.clear();
            return told;
        }

        /** Waits until the steady client has got that many more answers. */
        void awaitAnswers(int more) {
            int enough = answers.size() + more;
            Await.until(more + " more answers", () -> answers.size() >= enough);
        }

        String health() throws IOException, InterruptedException {
            return service.get("/health").body();
        }

        String errors() throws IOException {
            return service.errors();
        }

        @Override
        public void close() throws IOException {
            // Its last request fails with the service, and nobody reads that answer.
            asking.interrupt();
            service.close();
        }
    }
}
