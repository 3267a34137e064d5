// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.contract.response.ContractConfidence;
import org.decisionservice.contract.response.Extensions;

/** The answers to {@code POST /v1/decisions} as JSON: OpenAI's closed schema, and members with a prefix of ours. */
public final class DecisionsWriter {
    private static final String LOCAL = "local";

    private final Extensions extensions = new Extensions("x_");
    private final boolean extended;

    /** {@code extended} adds what was cut off and what was held back, if there is something to say. */
    public DecisionsWriter(boolean extended) {
        this.extended = extended;
    }

    /** The body of the answer to {@code asked}. */
    public JsonDocument write(AskedDecisions asked, DecisionResponse response) {
        return JsonDocument.of(out -> {
            out.writeStartObject();
            out.writeStringField(
                    "model",
                    response.routing()
                            .map(routing -> routing.model().wireName())
                            .orElse(LOCAL));
            out.writeArrayFieldStart("answers");
            for (AskedQuestion question : asked.questions()) {
                answer(out, question, Objects.requireNonNull(response.answers().get(question.id())));
            }
            out.writeEndArray();
            out.writeObjectFieldStart("usage");
            tokens(out, response.usage());
            if (extended) {
                cut(out, asked, response.usage());
                extensions.cleaned(out, response.usage());
            }
            out.writeEndObject();
            out.writeEndObject();
        });
    }

    private void answer(JsonGenerator out, AskedQuestion question, Answer answer) throws IOException {
        out.writeStartObject();
        switch (answer) {
            case Answer.Noul noul -> {
                begin(out, "predicate", question);
                Json.rounded(out, "probability", noul.yes());
            }
            case Answer.Choice choice -> {
                begin(out, "choice", question);
                out.writeFieldName("choice");
                Json.scalar(out, choice.labels().get(choice.chosen()));
                choices(out, choice);
                Json.rounded(out, "confidence", ContractConfidence.ofChoice(choice.probabilities()));
            }
            case Answer.Score score -> {
                begin(out, "score", question);
                Json.rounded(out, "score", score.score());
                levels(out, question.levels(), score);
                Json.rounded(out, "confidence", ContractConfidence.ofScore(score.probabilities()));
            }
        }
        if (extended) {
            extensions.answer(out, answer);
        }
        out.writeEndObject();
    }

    private static void begin(JsonGenerator out, String type, AskedQuestion question) throws IOException {
        out.writeStringField("type", type);
        // Clients need the key even if there is no name.
        Json.textOrNull(out, "name", question.name());
    }

    private static void choices(JsonGenerator out, Answer.Choice answer) throws IOException {
        out.writeArrayFieldStart("probabilities");
        for (int i = 0; i < answer.labels().size(); i++) {
            JsonValue value = answer.labels().get(i);
            out.writeStartObject();
            out.writeFieldName("value");
            Json.scalar(out, value);
            Json.rounded(out, "probability", answer.probabilities().get(i));
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void levels(JsonGenerator out, List<String> labels, Answer.Score answer) throws IOException {
        out.writeArrayFieldStart("probabilities");
        for (int i = 0; i < labels.size(); i++) {
            out.writeStartObject();
            out.writeNumberField("value", i);
            out.writeStringField("label", labels.get(i));
            Json.rounded(out, "probability", answer.probabilities().get(i));
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** Nothing is cached from one request to the next, and no token is generated. */
    private static void tokens(JsonGenerator out, Usage usage) throws IOException {
        out.writeNumberField("input_tokens", usage.inputTokens());
        out.writeObjectFieldStart("input_tokens_details");
        out.writeNumberField("cached_tokens", 0);
        out.writeNumberField("cache_write_tokens", 0);
        out.writeEndObject();
        out.writeNumberField("output_tokens", 0);
        out.writeObjectFieldStart("output_tokens_details");
        out.writeNumberField("reasoning_tokens", 0);
        out.writeEndObject();
        out.writeNumberField("total_tokens", usage.inputTokens());
    }

    /** Questions go by their index: names may be missing or repeated. */
    private static void cut(JsonGenerator out, AskedDecisions asked, Usage usage) throws IOException {
        if (usage.truncated()) {
            out.writeBooleanField("x_truncated", true);
            out.writeNumberField("x_state_tokens", usage.stateTokens());
            out.writeNumberField("x_state_tokens_dropped", usage.stateTokensDropped());
            out.writeArrayFieldStart("x_truncated_questions");
            for (String id : usage.truncatedQuestions()) {
                out.writeNumber(asked.indexOf(id));
            }
            out.writeEndArray();
        }
        if (!usage.collapsedOptions().isEmpty()) {
            out.writeObjectFieldStart("x_options");
            for (var question : usage.collapsedOptions().entrySet()) {
                out.writeFieldName(Integer.toString(asked.indexOf(question.getKey())));
                Extensions.collapsed(out, question.getValue());
            }
            out.writeEndObject();
        }
    }
}
