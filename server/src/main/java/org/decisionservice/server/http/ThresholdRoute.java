// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.core.learning.LearnedStates;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.host.DecisionService;
import org.decisionservice.playground.LabelledAnswers;
import org.decisionservice.server.transport.BodyReader;
import org.decisionservice.server.transport.RequestPatience;

/**
 * The playground's helper: finds the threshold that labels support, by the code of {@code evaluate}. It is served where
 * the page is, and only read by it.
 */
public final class ThresholdRoute {
    private final DecisionService service;
    private final RequestReader reader;

    /** @param wire how questions are read */
    public ThresholdRoute(DecisionService service, WireOptions wire) {
        this.service = service;
        this.reader = new RequestReader(
                service.names(), wire.maxTokenBudget(), Dialect.of(wire).rules());
    }

    /** Answers an admitted request with JSON. */
    public byte[] answer(BodyReader bodies, ServerRequest request, ServerResponse response, RequestPatience patience) {
        OptionalLong declared = request.headers().contentLength();
        if (declared.isPresent() && declared.getAsLong() > LabelledAnswers.MOST_BYTES) {
            throw LabelledAnswers.tooLarge(declared.getAsLong());
        }
        return LabelledAnswers.read(bodies.read(request, response, patience).plain(), this::learned)
                .threshold();
    }

    /** Tells the states that a question was learned from. */
    private Predicate<String> learned(JsonValue asked) {
        JsonObject body = new JsonObject(new LinkedHashMap<>(Map.of(
                "state",
                new JsonString("x"),
                "questions",
                new JsonObject(new LinkedHashMap<>(Map.of("question", asked))))));
        Question question = reader.single(JsonText.render(body).getBytes(StandardCharsets.UTF_8))
                .request()
                .questions()
                .firstEntry()
                .getValue();
        List<LearnedStates> states =
                service.taught(question).map(TaughtQuestion::states).toList();
        return state -> states.stream().anyMatch(each -> each.contains(state));
    }
}
