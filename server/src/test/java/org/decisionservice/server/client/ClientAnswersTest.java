// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;
import static org.decisionservice.client.Questions.choice;
import static org.decisionservice.client.Questions.noul;
import static org.decisionservice.client.Questions.score;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.client.Decision;
import org.decisionservice.client.DecisionClient;
import org.decisionservice.client.DecisionException;
import org.decisionservice.client.DecisionException.Code;
import org.decisionservice.client.Json;
import org.decisionservice.client.NamedQuestion;
import org.decisionservice.client.Outcome;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What the Java client reads is what the service writes. */
class ClientAnswersTest {
    private static final RunningService SERVICE = RunningService.start(Map.of("SERVICE_PLAN", "1"));
    private static final RunningService STRICT = RunningService.start(Map.of("SERVICE_STRICT", "1"));
    private static final RunningService KEYED =
            RunningService.start(Map.of("SERVICE_API_KEY", "the-key", "SERVICE_CONTRACT", "full"));

    private static final String STATE = "I was charged twice. Please refund one payment.";
    private static final NamedQuestion QUEUE = choice("queue", "Which team?", "billing", "technical", "other");
    private static final NamedQuestion URGENCY = score("urgency", "How urgent is it?", "calm", "firm", "angry");
    private static final NamedQuestion REFUND =
            noul("refund", "The customer asks for money back.", "wants nothing", "wants money");

    @AfterAll
    static void stop() {
        SERVICE.close();
        STRICT.close();
        KEYED.close();
    }

    private static DecisionClient at(RunningService service) {
        return DecisionClient.at(URI.create("http://127.0.0.1:" + service.port()));
    }

    @Test
    void everyTypeOfQuestionIsAnsweredAsOnTheWire() throws Exception {
        Decision decision = at(SERVICE).lang("en").ask(STATE, QUEUE, URGENCY, REFUND);
        String wire = SERVICE.post("/v1/systemone", """
                        {"state": "%s", "lang": "en", "questions": {
                          "queue": {"type": "choice", "instructions": "Which team?",
                                    "criteria": ["billing", "technical", "other"]},
                          "urgency": {"type": "score", "instructions": "How urgent is it?",
                                      "criteria": ["calm", "firm", "angry"]},
                          "refund": {"type": "noul", "instructions": "The customer asks for money back.",
                                     "criteria": {"false": "wants nothing", "true": "wants money"}}}}""".formatted(STATE)).body();
        assertThat(decision.response().answers().sequencedKeySet()).containsExactly("queue", "urgency", "refund");
        assertThat(wire).contains("\"choice\":\"" + decision.label("queue") + "\"");
        Answer.Choice queue = decision.choice("queue");
        assertThat(queue.probabilities().get(0)
                        + queue.probabilities().get(1)
                        + queue.probabilities().get(2))
                .isCloseTo(1, within(0.001));
        assertThat(wire).contains("\"billing\":" + queue.probabilities().get(0));
        Answer.Score urgency = decision.score("urgency");
        assertThat(wire).contains("\"score\":" + urgency.score());
        assertThat(urgency.legend()).containsExactly("calm", "firm", "angry");
        assertThat(wire).contains("\"noul\":" + decision.noul("refund").yes());
        assertThat(wire).contains("\"act_probability\":" + queue.certainty().actProbability());
        assertThat(wire).contains("\"confidence\":" + urgency.certainty().confidence());
        assertThat(wire)
                .contains("\"input_tokens\":" + decision.response().usage().inputTokens());
        assertThat(decision.inferenceMillis().getAsDouble()).isPositive();
        assertThat(decision.requestId()).isPresent();
    }

    @Test
    void aPlanSaysWhatTheAnswerReports() {
        String state = "My parcel is late. ".repeat(200);
        RequestPlan plan = at(SERVICE).plan(state, QUEUE, URGENCY, REFUND);
        DecisionResponse answer = at(SERVICE).ask(state, QUEUE, URGENCY, REFUND).response();
        assertThat(plan.usage()).isEqualTo(answer.usage());
        assertThat(plan.usage().truncated()).isTrue();
        assertThat(plan.routing()).isEqualTo(answer.routing());
        assertThat(plan.rows()).isEqualTo(3);
        assertThat(plan.passes()).isPositive();
        assertThat(plan.questions().sequencedKeySet()).containsExactly("queue", "urgency", "refund");
        assertThat(plan.questions().get("queue")).satisfies(queue -> {
            assertThat(queue.options()).hasSize(3).allMatch(option -> option.kept() == option.tokens());
            assertThat(queue.stateTokensDropped()).isPositive();
            assertThat(queue.room() + queue.stateTokensDropped())
                    .isEqualTo(plan.usage().stateTokens());
        });
        assertThat(catchThrowableOfType(
                                DecisionException.class, () -> at(STRICT).plan(state, QUEUE))
                        .code())
                .isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void anOptionWithADescriptionAndALabelOrderAreSent() {
        SequencedMap<String, String> criteria = new LinkedHashMap<>();
        criteria.put("b", "payments");
        criteria.put("a", "");
        Decision decision = at(SERVICE).ask(STATE, choice("q", "Which?", criteria));
        assertThat(decision.choice("q").labels()).extracting(Json::text).containsExactly("\"b\"", "\"a\"");
    }

    @Test
    void routingSaysWhichCheckpointAnswered() {
        Decision german = at(SERVICE).ask("Wo bleibt mein Paket? Ich warte seit einer Woche darauf.", REFUND);
        assertThat(german.response().routing()).hasValueSatisfying(routing -> {
            assertThat(routing.model()).isEqualTo(CheckpointName.MULTILINGUAL);
            assertThat(routing.detection())
                    .hasValueSatisfying(
                            detection -> assertThat(detection.english()).isFalse());
        });
        assertThat(at(SERVICE).model("typed").ask(STATE, REFUND).response().routing())
                .hasValueSatisfying(routing -> assertThat(routing.model()).isEqualTo(CheckpointName.TYPED_DECISIONS));
    }

    @Test
    void aStateMayBeADocument() {
        Decision decision =
                at(SERVICE).ask(Json.parse("{\"subject\": \"Refund\", \"lines\": [1, 2.5, true, null]}"), REFUND);
        assertThat(decision.noul("refund").yes()).isBetween(0.0, 1.0);
    }

    @Test
    void thresholdsMarkAnswersThatAreLessSure() {
        Decision decision = at(SERVICE).minConfidence(0).ask(STATE, REFUND, QUEUE.minConfidence(1));
        assertThat(decision.noul("refund").certainty().abstention())
                .contains(new Abstention(Abstention.Outcome.PASSED, 0));
        assertThat(decision.choice("queue").certainty().abstention())
                .contains(new Abstention(Abstention.Outcome.ABSTAINED, 1));
    }

    @Test
    void windowsSayWhichPartDecided() {
        Decision decision = at(SERVICE).windows(true).maxLen(80).ask("The parcel is late. ".repeat(40), REFUND);
        assertThat(decision.noul("refund").window())
                .hasValueSatisfying(window -> assertThat(window.count()).isGreaterThan(1));
    }

    @Test
    void aStrictServiceIsReadToo() {
        Decision decision = at(STRICT).ask(STATE, QUEUE, URGENCY, REFUND);
        assertThat(decision.response().routing()).isEmpty();
        assertThat(decision.choice("queue").certainty().actProbability()).isNaN();
        assertThat(decision.noul("refund").certainty().answerConfidence())
                .isEqualTo(Math.max(
                        decision.noul("refund").yes(),
                        1 - decision.noul("refund").yes()));
    }

    @Test
    void theUpstreamContractIsReadWithItsPrefixes() {
        Decision decision = at(KEYED).key("the-key").minConfidence(0.3).ask(STATE, QUEUE, REFUND);
        assertThat(decision.response().routing()).isPresent();
        assertThat(decision.choice("queue").certainty().abstention()).isPresent();
        assertThat(decision.noul("refund").certainty().actProbability()).isBetween(0.0, 1.0);
    }

    @Test
    void aWrongKeyIsNamedAndNotShown() {
        for (DecisionClient client : List.of(at(KEYED), at(KEYED).key("a-wrong-key"))) {
            DecisionException refused = catchThrowableOfType(DecisionException.class, () -> client.ask(STATE, REFUND));
            assertThat(refused.code()).isEqualTo(Code.UNAUTHORIZED);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused).hasMessageContaining("bearer token").hasMessageNotContaining("a-wrong-key");
        }
    }

    @Test
    void aRefusalNamesTheFieldInEveryContract() {
        for (DecisionClient client : List.of(at(SERVICE), at(KEYED).key("the-key"))) {
            DecisionException control = catchThrowableOfType(
                    DecisionException.class, () -> client.minConfidence(2).ask(STATE, REFUND));
            assertThat(control.code()).isEqualTo(Code.INVALID);
            assertThat(control.status()).isEqualTo(422);
            assertThat(control.field()).contains("min_confidence");
            DecisionException question = catchThrowableOfType(
                    DecisionException.class, () -> client.ask(STATE, choice("queue", "Which?", "a", "a")));
            assertThat(question.code()).isEqualTo(Code.INVALID);
            assertThat(question.field()).contains("questions.queue");
            assertThat(question.requestId()).isPresent();
        }
    }

    @Test
    void aStateThatIsTooLongIsItsOwnKindOfRefusal() {
        DecisionException refused =
                catchThrowableOfType(DecisionException.class, () -> at(SERVICE).ask("x".repeat(50_001), REFUND));
        assertThat(refused.code()).isEqualTo(Code.TOO_LARGE);
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.field()).contains("state");
        assertThat(refused.detail()).contains("50001");
    }

    @Test
    void aBodyThatTheServiceDoesNotReadIsRefusedInWordsEachTime() {
        for (int i = 0; i < 50; i++) {
            DecisionException refused = catchThrowableOfType(
                    DecisionException.class, () -> at(SERVICE).attempts(1).ask("x".repeat(3_000_000), REFUND));
            assertThat(refused.code()).isEqualTo(Code.TOO_LARGE);
            assertThat(refused.status()).isEqualTo(413);
        }
    }

    @Test
    void manyStatesAreAnsweredInTheirOrder() {
        List<String> states = IntStream.range(0, 150)
                .mapToObj(i -> "Ticket number " + i + " waits.")
                .toList();
        List<Outcome> outcomes = at(SERVICE).askAll(states, REFUND);
        assertThat(outcomes).hasSize(150);
        for (int i : List.of(0, 63, 64, 149)) {
            assertThat(outcomes.get(i).decision().noul("refund").yes())
                    .isEqualTo(
                            at(SERVICE)
                                    .ask(states.get(i), REFUND)
                                    .noul("refund")
                                    .yes(),
                            within(0.0002));
        }
    }

    @Test
    void aStateOfABatchIsRefusedAloneAndTheOthersAreAnswered() {
        List<Outcome> outcomes = at(SERVICE).askAll(List.of("Refund me.", "x".repeat(50_001), "Thanks."), REFUND);
        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Answered.class);
        assertThat(outcomes.get(1)).isInstanceOfSatisfying(Outcome.Refused.class, refused -> {
            assertThat(refused.reason().code()).isEqualTo(Code.TOO_LARGE);
            assertThat(refused.reason().field()).contains("states[1]");
        });
        assertThat(outcomes.get(2)).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void aBatchThatIsTooLargeGoesOneByOne() {
        // 45 states of 49,000 characters are more than a body of 2 MiB.
        List<String> states = Collections.nCopies(45, "x ".repeat(24_500));
        String request = "{\"states\": [\"" + String.join("\", \"", states) + "\"], \"questions\": {}}";
        DecisionException whole = catchThrowableOfType(
                DecisionException.class,
                () -> at(SERVICE).post("/v1/systemone/batch", (JsonObject) Json.parse(request)));
        assertThat(whole.code()).as("the service refuses it whole").isEqualTo(Code.TOO_LARGE);
        List<Outcome> outcomes = at(SERVICE).maxLen(64).askAll(states, REFUND);
        assertThat(outcomes)
                .hasSize(45)
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Answered.class));
    }

    @Test
    void healthSaysWhatIsLoaded() {
        assertThat(at(SERVICE).health().status()).isEqualTo("ok");
        at(SERVICE).ask(STATE, REFUND);
        assertThat(at(SERVICE).health().loaded()).contains("english");
        assertThat(at(SERVICE).health().device()).contains("cpu");
        assertThat(at(KEYED).health().loaded())
                .as("a service with a key says little")
                .isEmpty();
    }

    @Test
    void aThousandThreadsAskAtOnce() throws Exception {
        // The service admits 16, and no request may be sent twice.
        DecisionClient client = at(SERVICE).attempts(1).atOnce(8);
        double expected = client.ask(STATE, REFUND).noul("refund").yes();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Double>> asked = IntStream.range(0, 1000)
                    .mapToObj(_ -> threads.submit(
                            () -> client.ask(STATE, REFUND).noul("refund").yes()))
                    .toList();
            for (Future<Double> one : asked) {
                assertThat(one.get()).isEqualTo(expected, within(0.0002));
            }
        }
    }
}
