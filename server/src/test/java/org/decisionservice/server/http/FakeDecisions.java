// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.api.Routing;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Health;
import org.decisionservice.host.Patience;
import org.decisionservice.host.RequestClass;

/** Answers every question with the same distribution and remembers the requests. */
final class FakeDecisions implements DecisionService {
    private static final Timings TIMINGS =
            new Timings(Duration.ofNanos(1_000), Duration.ofNanos(2_000), Duration.ZERO, Duration.ofNanos(12_345_678));

    private final AtomicInteger abandoned = new AtomicInteger();
    private final List<DecisionRequest> asked = new CopyOnWriteArrayList<>();
    private final List<RequestClass> classes = new CopyOnWriteArrayList<>();
    private volatile Function<DecisionRequest, Answers> behaviour = FakeDecisions::answerAll;
    private volatile Health health = new Health(new LinkedHashMap<>(), "cpu", Optional.empty());

    /** Decides on a separate thread, so that a caller can stop waiting. */
    @Override
    public Decision answer(Arrival arrival, Patience patience, Consumer<Unanswered> unanswered) {
        AtomicBoolean routed = new AtomicBoolean();
        FutureTask<Decision> deciding = new FutureTask<>(() -> {
            ParsedRequest parsed = arrival.read();
            routed.set(true);
            asked.add(parsed.request());
            classes.add(arrival.requestClass());
            try {
                Answers made = behaviour.apply(parsed.request());
                return new Decision(parsed, made.responses(), made.rows(), made.timings());
            } catch (RefusedException e) {
                throw parsed.inTerms(e);
            }
        });
        Thread.ofVirtual().start(deciding);
        try {
            return patience.await(deciding);
        } catch (RuntimeException e) {
            if (routed.get()) {
                unanswered.accept(new Unanswered(Set.of(Optional.of(CheckpointName.ENGLISH)), TIMINGS));
            }
            throw e;
        } finally {
            if (deciding.isCancelled()) {
                abandoned.incrementAndGet();
            }
        }
    }

    @Override
    public Planned plan(Arrival arrival, Patience patience) {
        Usage usage = new Usage(10, 0, 0, List.of(), new LinkedHashMap<>());
        return new Planned(arrival.read(), new RequestPlan(usage, Optional.empty(), new LinkedHashMap<>(), 1, 1));
    }

    /** What the behaviour makes of a request. */
    record Answers(List<DecisionResponse> responses, int rows, Timings timings) {}

    /** The classes of the requests so far. */
    List<RequestClass> classes() {
        return classes;
    }

    /** The number of decisions that were abandoned. */
    int abandoned() {
        return abandoned.get();
    }

    @Override
    public CheckpointNames names() {
        return CheckpointNames.ROUTED;
    }

    @Override
    public List<String> checkpoints() {
        return List.of("english", "multilingual");
    }

    @Override
    public Health health() {
        return health;
    }

    void behave(Function<DecisionRequest, Answers> other) {
        behaviour = other;
    }

    void health(Health other) {
        health = other;
    }

    List<DecisionRequest> asked() {
        return asked;
    }

    DecisionRequest last() {
        return asked.getLast();
    }

    static Answers answerAll(DecisionRequest request) {
        List<DecisionResponse> responses = new ArrayList<>();
        request.states().forEach(_ -> responses.add(respond(request)));
        return new Answers(
                responses, request.states().size() * request.questions().size(), TIMINGS);
    }

    private static DecisionResponse respond(DecisionRequest request) {
        SequencedMap<String, Answer> answers = new LinkedHashMap<>();
        request.questions().forEach((id, question) -> answers.put(id, answer(question, request)));
        Usage usage = new Usage(10, 4, 0, List.of(), new LinkedHashMap<>());
        Routing routing =
                new Routing(CheckpointName.ENGLISH, "repo", "explicit model='en'", Optional.empty(), Optional.empty());
        return new DecisionResponse(answers, usage, Optional.of(routing));
    }

    private static Answer answer(Question question, DecisionRequest request) {
        Optional<Abstention> gate = request.controls().minConfidence().isPresent()
                ? Optional.of(new Abstention(
                        Abstention.Outcome.PASSED,
                        request.controls().minConfidence().getAsDouble()))
                : Optional.empty();
        Certainty certainty = new Certainty(0.5, 0.75, 0.125, gate);
        double[] p = new double[question.optionCount()];
        java.util.Arrays.fill(p, 1.0 / p.length);
        Probabilities even = Probabilities.of(p);
        return switch (question) {
            case Question.Choice choice ->
                new Answer.Choice(
                        choice.options().stream().map(Question.Option::label).toList(), 0, even, certainty);
            case Question.Score score -> new Answer.Score(even.mean(), score.levels(), even, certainty);
            case Question.Noul _ -> new Answer.Noul(Probabilities.of(0.25, 0.75), certainty);
        };
    }
}
