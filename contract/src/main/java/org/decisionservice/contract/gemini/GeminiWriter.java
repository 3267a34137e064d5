// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.gemini;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.contract.response.AnswerFields;
import org.decisionservice.contract.response.Extensions;

/** The answers to {@code POST /v1beta/decisions} as JSON: Google's members, and members with a prefix of ours. */
public final class GeminiWriter {
    /** The API promises that a noul is never nearer to certainty. */
    private static final double LEAST_NOUL = 0.01;

    private static final double MOST_NOUL = 0.99;

    private final Extensions extensions = new Extensions("x_");
    private final boolean extended;

    /** {@code extended} adds which checkpoint answered, what was cut off and what was held back. */
    public GeminiWriter(boolean extended) {
        this.extended = extended;
    }

    /** The body of an answer. */
    public JsonDocument write(DecisionResponse response) {
        return JsonDocument.of(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("answers");
            for (Map.Entry<String, Answer> answer : response.answers().entrySet()) {
                out.writeFieldName(answer.getKey());
                answer(out, answer.getValue());
            }
            out.writeEndObject();
            usage(out, response.usage());
            if (extended) {
                extensions.routing(out, response);
            }
            out.writeEndObject();
        });
    }

    private void answer(JsonGenerator out, Answer answer) throws IOException {
        out.writeStartObject();
        double confidence = answer.certainty().answerConfidence();
        switch (answer) {
            case Answer.Noul noul -> {
                double yes = Math.clamp(noul.yes(), LEAST_NOUL, MOST_NOUL);
                confidence = Math.max(yes, 1 - yes);
                out.writeStringField("type", "noul");
                Json.rounded(out, "noul", yes);
            }
            case Answer.Choice choice -> {
                out.writeStringField("type", "choice");
                AnswerFields.choice(out, choice);
                AnswerFields.labelled(out, choice);
            }
            case Answer.Score score -> {
                out.writeStringField("type", "score");
                Json.rounded(out, "score", score.score());
                AnswerFields.indexed(out, score.probabilities());
                AnswerFields.legend(out, score.legend());
            }
        }
        Json.rounded(out, "confidence", confidence);
        if (extended) {
            extensions.answer(out, answer);
        }
        out.writeEndObject();
    }

    /** Nothing is generated, and all that is read is text. */
    private void usage(JsonGenerator out, Usage usage) throws IOException {
        out.writeObjectFieldStart("usage");
        out.writeNumberField("total_input_tokens", usage.inputTokens());
        out.writeArrayFieldStart("input_tokens_by_modality");
        out.writeStartObject();
        out.writeStringField("modality", "text");
        out.writeNumberField("tokens", usage.inputTokens());
        out.writeEndObject();
        out.writeEndArray();
        out.writeNumberField("total_output_tokens", 0);
        out.writeNumberField("total_tokens", usage.inputTokens());
        if (extended) {
            extensions.usage(out, usage);
        }
        out.writeEndObject();
    }
}
