// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.api.CheckpointName.MULTILINGUAL;
import static org.decisionservice.host.testing.Begun.begin;

import java.io.IOException;
import java.lang.Character.UnicodeScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.Routing;
import org.decisionservice.api.State;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.language.LanguageDetector;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.Patience;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.testing.Begun;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.host.worker.Sharing;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.ScriptedEngine;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionPipelineTest {
    /** Takes a text for German if it says so; the real detector has its own tests. */
    private static final LanguageDetector DETECTOR = state -> new Detection(
            UnicodeScript.LATIN,
            new LinkedHashMap<>(Map.of(UnicodeScript.LATIN, 1.0)),
            Optional.empty(),
            !(state instanceof State.Text(String text) && text.contains("deutsch")),
            false,
            0,
            0,
            Optional.empty());

    private static final SequencedMap<String, Question> QUESTIONS = new LinkedHashMap<>();

    static {
        QUESTIONS.put("angry", new Question.Noul("Is it angry?", side("false"), side("true"), Optional.empty()));
        QUESTIONS.put("urgency", new Question.Score("How urgent?", List.of("low", "mid", "high"), Optional.empty()));
    }

    private final ScriptedEngine engine = new ScriptedEngine();
    private final InferenceWorker worker = new InferenceWorker(
            ScriptedResidency.of(engine, Device.CPU),
            Optional.empty(),
            Sharing.NONE,
            System::nanoTime,
            Optional.empty());

    private final PreparationThreads threads = new PreparationThreads(2);

    @TempDir
    private Path dir;

    private static Question.Side side(String label) {
        return new Question.Side(label, Optional.empty());
    }

    @AfterEach
    void close() {
        threads.close();
        worker.close();
    }

    private DecisionPipeline pipeline(CheckpointCatalogue catalogue) {
        return new DecisionPipeline(
                new CheckpointRouter(ENGLISH, false, Optional.empty(), DETECTOR),
                catalogue,
                worker,
                threads,
                new PackingOptions(false, Approach.PLAIN, false),
                System::nanoTime);
    }

    private static DecisionRequest request(
            SequencedMap<String, Question> questions, Controls controls, String... states) {
        return new DecisionRequest(
                List.of(states).stream().<State>map(State.Text::new).toList(), questions, controls);
    }

    private static DecisionRequest request(String... states) {
        return request(QUESTIONS, Controls.NONE, states);
    }

    private static Patience until(BooleanSupplier over) {
        return new Patience() {
            @Override
            public Duration next() {
                return Duration.ofMillis(10);
            }

            @Override
            public void check() {
                if (over.getAsBoolean()) {
                    throw new RefusedException(Refusal.Kind.TIMED_OUT, "over");
                }
            }
        };
    }

    @Test
    void aRequestThatIsGivenUpInAPassSaysWhereItWasRoutedAndWhatItHasCost() throws Exception {
        DecisionPipeline pipeline = pipeline(Catalogues.tiny());
        List<DecisionService.Unanswered> told = new ArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        Patience patience = until(over::get);
        engine.hold();
        FutureTask<DecisionService.Decision> answer = new FutureTask<>(() -> pipeline.answer(
                Arrival.of(() -> ParsedRequest.unwritten(request("auf deutsch"))), patience, told::add));
        Thread asking = Thread.ofVirtual().start(answer);
        engine.awaitHeldPass();
        Duration took = Duration.ofMillis(20);
        Await.until("the pass has run for a while", () -> worker.running().compareTo(took) > 0);
        over.set(true);
        asking.join();
        assertThat(answer.state()).isEqualTo(Future.State.FAILED);
        assertThat(told).singleElement().satisfies(unanswered -> {
            assertThat(unanswered.checkpoints()).containsExactly(Optional.of(MULTILINGUAL));
            assertThat(unanswered.timings().packing()).isPositive();
            assertThat(unanswered.timings().working()).isGreaterThan(took);
        });
        engine.release();
        Await.until("the pass is over", () -> worker.running().isZero());
    }

    @Test
    void aRequestThatIsGivenUpInTheQueueSaysHowLongItWaited() throws Exception {
        DecisionPipeline pipeline = pipeline(Catalogues.tiny());
        engine.hold();
        Begun first = begin(pipeline, () -> request("in English"));
        engine.awaitHeldPass();
        List<DecisionService.Unanswered> told = new ArrayList<>();
        Patience none = until(() -> worker.queueDepth() == 1);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> pipeline.answer(
                        Arrival.of(() -> ParsedRequest.unwritten(request("in English"))), none, told::add));
        assertThat(told).singleElement().satisfies(unanswered -> {
            assertThat(unanswered.checkpoints()).containsExactly(Optional.of(ENGLISH));
            assertThat(unanswered.timings().waited()).isPositive();
            assertThat(unanswered.timings().working()).isZero();
        });
        engine.release();
        first.await();
    }

    private static Controls maxLen(int maxLen) {
        return new Controls(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.of(maxLen),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    @Test
    void statesOfABatchShareAPassWithTheirCheckpointAndComeBackInOrder() {
        List<DecisionResponse> responses = begin(
                        pipeline(Catalogues.tiny()),
                        () -> request("one", "zwei, deutsch", "three, and some more words", "vier, deutsch"))
                .await()
                .responses();
        assertThat(responses)
                .extracting(response -> response.routing().map(Routing::model).orElseThrow())
                .containsExactly(ENGLISH, MULTILINGUAL, ENGLISH, MULTILINGUAL);
        assertThat(responses)
                .extracting(response -> response.routing().map(Routing::repo).orElseThrow())
                .startsWith("tiny/english", "tiny/multilingual");
        assertThat(responses.get(2).usage().inputTokens())
                .isGreaterThan(responses.get(0).usage().inputTokens());
        assertThat(responses).allSatisfy(response -> {
            assertThat(response.answers().keySet()).containsExactly("angry", "urgency");
            assertThat(response.answers().get("angry")).isInstanceOf(Answer.Noul.class);
            assertThat(response.answers().get("urgency"))
                    .isInstanceOfSatisfying(
                            Answer.Score.class,
                            score -> assertThat(score.score()).isEqualTo(1));
        });
        assertThat(engine.events())
                .containsExactly(
                        "load english cpu",
                        "forward english cpu 4",
                        "load multilingual cpu",
                        "forward multilingual cpu 4");
    }

    @Test
    void everyRowOfAChoiceThatOneRowCannotHoldIsCounted() {
        DecisionPipeline pipeline = new DecisionPipeline(
                new CheckpointRouter(ENGLISH, false, Optional.empty(), DETECTOR),
                Catalogues.tiny(),
                worker,
                threads,
                new PackingOptions(true, Approach.PLAIN, false),
                System::nanoTime);
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        questions.putAll(QUESTIONS);
        questions.putLast("which", choice(60));
        DecisionService.Decision outcome = begin(pipeline, () -> request(questions, maxLen(128), "one", "two"))
                .await();
        assertThat(outcome.rows()).isEqualTo(engine.logits().size()).isGreaterThan(6);
        assertThat(outcome.responses()).hasSize(2).allSatisfy(response -> {
            assertThat(response.answers().keySet()).containsExactly("angry", "urgency", "which");
            assertThat(response.answers().values())
                    .extracting(answer -> answer.probabilities().size())
                    .containsExactly(2, 3, 60);
        });
    }

    private static Question choice(int options) {
        return new Question.Choice(
                "Which one?",
                IntStream.range(0, options)
                        .mapToObj(option -> new Question.Option(new JsonString("o" + option), Optional.empty()))
                        .toList(),
                Optional.empty());
    }

    @Test
    void noQuestionsNeedNoCheckpoint() {
        List<DecisionResponse> responses = begin(
                        pipeline(Catalogues.tiny()), () -> request(new LinkedHashMap<>(), Controls.NONE, "one"))
                .await()
                .responses();
        assertThat(responses).singleElement().satisfies(response -> {
            assertThat(response.answers()).isEmpty();
            assertThat(response.usage().inputTokens()).isZero();
        });
        assertThat(engine.events()).isEmpty();
    }

    @Test
    void theStarterIsLoadedOnceAndHealthListsTheNamesThatWereAskedFor() {
        DecisionPipeline pipeline = pipeline(Catalogues.catalogue(new HostSettings.Starter()));
        List<DecisionResponse> responses =
                begin(pipeline, () -> request("one", "zwei, deutsch")).await().responses();
        assertThat(responses)
                .extracting(response -> response.routing().map(Routing::model).orElseThrow())
                .containsExactly(ENGLISH, MULTILINGUAL);
        assertThat(engine.events()).containsExactly("load checkpoint cpu", "forward checkpoint cpu 4");
        assertThat(pipeline.health().resident()).containsOnlyKeys("english", "multilingual");
    }

    @Test
    void aLocalCheckpointAnswersWithoutRouting() {
        DecisionPipeline pipeline = pipeline(
                Catalogues.catalogue(new HostSettings.Local(Testdata.tiny().resolve("english"))));
        assertThat(begin(pipeline, () -> request("zwei, deutsch")).await().responses())
                .singleElement()
                .satisfies(response -> assertThat(response.routing()).isEmpty());
        assertThat(pipeline.health().resident()).containsOnlyKeys("local");
    }

    @Test
    void aCheckpointThatIsNotServedIsNamedWithTheFix() throws IOException {
        Files.createDirectory(dir.resolve("english"));
        CheckpointCatalogue onlyEnglish = Catalogues.catalogue(new HostSettings.Directory(dir));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> begin(pipeline(onlyEnglish), () -> request("zwei, deutsch"))
                        .await())
                .satisfies(e -> {
                    assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.INVALID);
                    assertThat(e.refusal().detail())
                            .contains("'multilingual'")
                            .contains("set 'model' to one of: english")
                            .doesNotContain(dir.toString());
                });
    }

    @Test
    void anExceptionOfTheReaderReachesTheCaller() {
        DecisionPipeline pipeline = pipeline(Catalogues.tiny());
        RefusedException refusal = new RefusedException(Refusal.Kind.MALFORMED, "no");
        OutOfMemoryError error = new OutOfMemoryError("planned");
        Begun refused = begin(pipeline, () -> {
            throw refusal;
        });
        Begun failed = begin(pipeline, () -> {
            throw error;
        });
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(refused::await)
                .isSameAs(refusal);
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(failed::await)
                .isSameAs(error);
        assertThat(begin(pipeline, () -> request("one")).await().responses()).hasSize(1);
    }

    @Test
    void aRequestThatIsAbandonedWhileItWaitsForAThreadIsNotRead() throws InterruptedException {
        DecisionPipeline pipeline = pipeline(Catalogues.tiny());
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch reading = new CountDownLatch(2);
        List<Begun> busy = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            busy.add(begin(pipeline, () -> {
                reading.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return request("one");
            }));
        }
        reading.await();
        AtomicInteger readings = new AtomicInteger();
        Begun abandoned = begin(pipeline, () -> {
            readings.incrementAndGet();
            return request("two");
        });
        Begun last = begin(pipeline, () -> request("three"));
        assertThat(last.await(Duration.ZERO)).isEmpty();
        abandoned.abandon();
        release.countDown();
        assertThat(last.await().responses()).hasSize(1);
        busy.forEach(decision -> assertThat(decision.await().responses()).hasSize(1));
        assertThat(readings).hasValue(0);
        assertThatExceptionOfType(CancellationException.class).isThrownBy(abandoned::await);
    }

    @Test
    void anAbandonedRequestEndsBeforeItsNextPass() throws InterruptedException {
        engine.computesBest(100);
        DecisionPipeline pipeline = pipeline(Catalogues.tiny());
        engine.hold();
        Begun decision = begin(pipeline, () -> request("one", "two", "three"));
        engine.awaitHeldPass();
        decision.abandon();
        engine.release();
        assertThat(begin(pipeline, () -> request("four")).await().responses()).hasSize(1);
        assertThat(engine.events()).containsExactly("load english cpu", "forward english cpu 2");
    }

    @Test
    void aRefusalOfPackingReachesTheCallerBeforeAnythingIsLoaded() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> begin(pipeline(Catalogues.tiny()), () -> request(QUESTIONS, maxLen(9), "one"))
                        .await())
                .withMessageContaining("'angry'");
        assertThat(engine.events()).isEmpty();
    }
}
