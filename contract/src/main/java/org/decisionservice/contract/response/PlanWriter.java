// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.api.RequestPlan.PlannedQuestion;
import org.decisionservice.api.RequestPlan.Text;
import org.decisionservice.contract.json.JsonDocument;

/**
 * Writes what the answer to a request would take. The document is the service's own, so it is the same in every
 * contract; its usage and routing are those of an answer of the default one.
 */
public final class PlanWriter {
    private static final Projection ANSWER = new DocumentProjection(false);

    private PlanWriter() {}

    public static JsonDocument document(RequestPlan plan) {
        return JsonDocument.of(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("questions");
            for (Map.Entry<String, PlannedQuestion> question : plan.questions().entrySet()) {
                out.writeFieldName(question.getKey());
                question(out, question.getValue());
            }
            out.writeEndObject();
            out.writeNumberField("rows", plan.rows());
            out.writeNumberField("passes", plan.passes());
            out.writeFieldName("usage");
            ANSWER.usage(out, plan.usage());
            ANSWER.routing(out, new DecisionResponse(new LinkedHashMap<>(), plan.usage(), plan.routing()));
            out.writeEndObject();
        });
    }

    private static void question(JsonGenerator out, PlannedQuestion question) throws IOException {
        out.writeStartObject();
        out.writeFieldName("instructions");
        text(out, question.instructions());
        out.writeArrayFieldStart("options");
        for (Text option : question.options()) {
            text(out, option);
        }
        out.writeEndArray();
        out.writeNumberField("room", question.room());
        out.writeNumberField("state_tokens_dropped", question.stateTokensDropped());
        out.writeNumberField("rows", question.rows());
        out.writeNumberField("windows", question.windows());
        out.writeNumberField("sentences", question.sentences());
        out.writeBooleanField("more_rounds", question.moreRounds());
        out.writeEndObject();
    }

    private static void text(JsonGenerator out, Text text) throws IOException {
        out.writeStartObject();
        out.writeNumberField("tokens", text.tokens());
        out.writeNumberField("kept", text.kept());
        out.writeEndObject();
    }
}
