// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.host.testing.Begun.begin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.LanguageDetector;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.Patience;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Begun;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.Sharing;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.ScriptedEngine;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests whose checkpoints are replaced while they are answered. */
class ReplacedVersionsTest {
    /** Takes a text for German if it says so. */
    private static final LanguageDetector DETECTOR = state -> new Detection(
            UnicodeScript.LATIN,
            new LinkedHashMap<>(Map.of(UnicodeScript.LATIN, 1.0)),
            Optional.empty(),
            !(state instanceof State.Text(String text) && text.contains("deutsch")),
            false,
            0,
            0,
            Optional.empty());

    private static final CheckpointRouter ROUTER = new CheckpointRouter(ENGLISH, false, Optional.empty(), DETECTOR);

    private final ScriptedEngine engine = new ScriptedEngine();
    private final PreparationThreads threads = new PreparationThreads(2);

    @TempDir
    private Path dir;

    @AfterEach
    void close() {
        threads.close();
    }

    private InferenceWorker worker(OptionalInt most) {
        return new InferenceWorker(
                ScriptedResidency.of(engine, Device.CPU, most),
                Optional.empty(),
                Sharing.NONE,
                System::nanoTime,
                Optional.empty());
    }

    private CheckpointCatalogue copied() throws IOException {
        Copies.copy(Testdata.tiny(), dir.resolve("tiny"));
        return Catalogues.catalogue(new HostSettings.Directory(dir.resolve("tiny")));
    }

    private DecisionPipeline pipeline(CheckpointCatalogue catalogue, InferenceWorker worker) {
        return new DecisionPipeline(ROUTER, catalogue, worker, threads, PackingOptions.DEFAULTS, System::nanoTime);
    }

    private static DecisionRequest request(String state) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        Question.Side side = new Question.Side("true", Optional.empty());
        questions.put("angry", new Question.Noul("Is it angry?", side, side, Optional.empty()));
        return new DecisionRequest(List.of(new State.Text(state)), questions, Controls.NONE);
    }

    private static void renew(Path weights) {
        try {
            Path next = Files.copy(weights, weights.resolveSibling("next"));
            Files.setLastModifiedTime(next, FileTime.fromMillis(System.nanoTime() / 1_000_000));
            Files.move(next, weights, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files are replaced, and nothing was loaded from the old ones, while a packed request waits. */
    @Test
    void aRequestWhoseVersionIsGoneIsPackedAgainAndAnswered() throws Exception {
        CheckpointCatalogue catalogue = copied();
        ServedCheckpoint english = catalogue.find(ENGLISH).orElseThrow();
        CheckpointVersion old = english.version();
        try (InferenceWorker worker = worker(OptionalInt.empty())) {
            DecisionPipeline pipeline = pipeline(catalogue, worker);
            engine.hold();
            Begun other = begin(pipeline, () -> request("auf deutsch"));
            engine.awaitHeldPass();
            Begun waiting = begin(pipeline, () -> request("in English"));
            Await.until("it waits", () -> worker.queueDepth() == 1);
            renew(dir.resolve("tiny/english/model.safetensors"));
            engine.release();
            other.await();
            assertThat(waiting.await().responses()).hasSize(1);
            assertThat(english.version()).isNotSameAs(old);
            Await.until("nobody holds the old version", () -> !old.isHeld());
            assertThat(engine.events().stream().filter("load english cpu"::equals))
                    .hasSize(1);
        }
    }

    /**
     * With room for one model, another checkpoint is loaded, and then new files of the one that the request waits for.
     */
    @Test
    void aRequestWhoseVersionsAreReplacedAgainAndAgainIsToBeSentAgain() throws Exception {
        CheckpointCatalogue catalogue = copied();
        try (InferenceWorker narrow = worker(OptionalInt.of(1))) {
            DecisionPipeline pipeline = pipeline(catalogue, narrow);
            AtomicInteger packed = new AtomicInteger();
            Patience replacing = new Patience() {
                @Override
                public Duration next() {
                    return Patience.ENDLESS;
                }

                @Override
                public void check() {}

                @Override
                public <T> T await(Future<T> step) {
                    T result = Patience.super.await(step);
                    if (result instanceof Optional<?> planned && planned.isPresent()) {
                        packed.incrementAndGet();
                        begin(pipeline, () -> request("auf deutsch")).await();
                        renew(dir.resolve("tiny/english/model.safetensors"));
                        begin(pipeline, () -> request("in English")).await();
                    }
                    return result;
                }
            };
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> pipeline.answer(() -> ParsedRequest.unwritten(request("in English")), replacing))
                    .satisfies(e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.BUSY))
                    .withMessageContaining("replaced again and again");
            assertThat(packed).hasValue(3);
        }
    }

    /** Neither its tokenizer nor its model may go while the packing still uses them. */
    @Test
    void aVersionStaysUntilThePackingOfAnAbandonedRequestEnds() {
        CheckpointCatalogue catalogue = Catalogues.tiny();
        ServedCheckpoint english = catalogue.find(ENGLISH).orElseThrow();
        RoutedRequest request =
                new RoutedRequest(ROUTER, catalogue, Arrival.of(() -> ParsedRequest.unwritten(request("in English"))));
        CheckpointVersion held = request.packing(() -> {
                    CheckpointVersion version = request.version(english);
                    // The request is given up, and the version replaced.
                    request.release();
                    version.release();
                    assertThat(version.isHeld()).isTrue();
                    return version;
                })
                .get();
        assertThat(held.isHeld()).isFalse();
    }
}
