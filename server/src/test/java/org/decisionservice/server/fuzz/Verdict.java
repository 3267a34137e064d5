// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.ErrorForms;
import org.decisionservice.playground.Playground;
import org.decisionservice.server.testing.Message;

/** Determines what is wrong with an answer, if anything. */
final class Verdict {
    /** Accepts neither NaN nor anything after the document, but allows the same lengths as the service. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** The route whose answers and errors have OpenAI's form. */
    static final String DECISIONS = "/v1/decisions";

    /** The route whose answers and errors have Google's form. */
    static final String GEMINI = "/v1beta/decisions";

    private static final Set<String> GEMINI_STATUSES = Set.of("INVALID_ARGUMENT", "DEADLINE_EXCEEDED");
    private static final Set<Integer> DECISIONS_REFUSALS = Set.of(400, 413, 415);
    private static final List<String> LEAKS = List.of("Exception", "org.decisionservice", "io.helidon", "\tat ");

    private Verdict() {}

    static Optional<String> on(Message message, int status, byte[] body) {
        JsonNode answer;
        try {
            answer = JSON.readTree(body);
        } catch (IOException e) {
            return Optional.of(status + " with a body that is no JSON: " + e.getMessage());
        }
        if (message.path().equals(ErrorForms.MCP)) {
            return isProtocols(status, answer) ? Optional.empty() : Optional.of(status + ": " + answer);
        }
        if (status == 200) {
            return decided(message, answer) ? Optional.empty() : Optional.of("200 without a decision: " + answer);
        }
        if (status < 400 || status >= 500) {
            return Optional.of("status " + status + ": " + answer);
        }
        boolean openAi = message.path().equals(DECISIONS);
        boolean gemini = message.path().equals(GEMINI);
        if ((openAi || gemini) && !DECISIONS_REFUSALS.contains(status)) {
            return Optional.of("a refusal with status " + status + ": " + answer);
        }
        String detail = (openAi || gemini ? answer.at("/error/message") : answer.path("detail")).asText();
        if (answer.size() != 1
                || detail.isBlank()
                || (openAi && !isEnvelope(answer.path("error")))
                || (gemini && !isGoogles(answer.path("error"), status))) {
            return Optional.of(status + " without a detail: " + answer);
        }
        return leaks(detail) ? Optional.of("a detail that leaks: " + detail) : Optional.empty();
    }

    /** Errors of a tool are results; a notification has no answer, and several messages have several. */
    private static boolean isProtocols(int status, JsonNode answer) {
        if (status == 202) {
            return answer.isMissingNode();
        }
        if (status == 200 && answer.isArray()) {
            return !answer.isEmpty() && answer.valueStream().allMatch(each -> isProtocols(status, each));
        }
        JsonNode error = answer.path("error");
        boolean refused = !error.isMissingNode();
        return answer.path("jsonrpc").asText().equals("2.0")
                && (status == 200 || DECISIONS_REFUSALS.contains(status))
                && answer.has("result") != refused
                && (!refused
                        || (error.path("code").isInt()
                                && !leaks(error.path("message").asText())));
    }

    private static boolean leaks(String detail) {
        return detail.isBlank() || LEAKS.stream().anyMatch(detail::contains);
    }

    private static boolean isEnvelope(JsonNode error) {
        return error.size() == 4
                && error.path("type").asText().equals("invalid_request_error")
                && error.path("code").isTextual()
                && (error.path("param").isTextual() || error.path("param").isNull());
    }

    private static boolean isGoogles(JsonNode error, int status) {
        return error.size() == 4
                && error.path("code").asInt() == status
                && GEMINI_STATUSES.contains(error.path("status").asText())
                && error.path("details").isArray();
    }

    private static boolean decided(Message message, JsonNode answer) {
        if (message.path().equals(DECISIONS)) {
            return !answer.path("answers").isEmpty()
                    && answer.path("answers").isArray()
                    && answer.at("/usage/total_tokens").isInt();
        }
        if (message.path().equals(GEMINI)) {
            return !answer.path("answers").isEmpty()
                    && answer.path("answers").isObject()
                    && answer.at("/usage/total_tokens").isInt();
        }
        if (message.path().equals(Dialect.PLAN)) {
            return answer.path("rows").isInt() && answer.path("questions").isObject();
        }
        if (message.path().equals(Playground.THRESHOLD_PATH)) {
            return answer.has("threshold");
        }
        if (message.path().equals(DecisionRoute.GUARDRAIL.path())) {
            return answer.path("action").isTextual();
        }
        if (!message.path().endsWith("/batch")) {
            return decision(answer);
        }
        JsonNode results = answer.path("results");
        return !results.isEmpty() && results.valueStream().allMatch(Verdict::decision);
    }

    private static boolean decision(JsonNode answer) {
        return answer.path("answers").isObject()
                && answer.path("usage").path("input_tokens").isInt();
    }
}
