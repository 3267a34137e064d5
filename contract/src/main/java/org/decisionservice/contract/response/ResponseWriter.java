// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Refusal;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.contract.schema.DecisionSchema;

/** Writes decision responses as JSON. */
public final class ResponseWriter {
    private final String headName;
    private final Projection projection;
    private final ErrorForm errors;

    /** @param errors knows the status of a state that is refused on its own */
    public ResponseWriter(String headName, Projection projection, ErrorForm errors) {
        this.headName = headName;
        this.projection = projection;
        this.errors = errors;
    }

    /**
     * The body of a single request: the response itself.
     *
     * @param schema what the questions were made of, if it was a schema
     */
    public JsonDocument single(List<DecisionResponse> responses, Optional<DecisionSchema> schema) {
        return JsonDocument.of(out -> response(out, responses.getFirst(), schema));
    }

    /**
     * The body of a batch: one result per state, and the sum of the responses' token counts.
     *
     * @param responses of the states that were answered, in their order
     * @param refused why the others were not, by their index in the request
     * @param schema as for a single request
     */
    public JsonDocument batch(
            List<DecisionResponse> responses, Map<Integer, Refusal> refused, Optional<DecisionSchema> schema) {
        return JsonDocument.of(out -> {
            Iterator<DecisionResponse> answered = responses.iterator();
            long inputTokens = 0;
            out.writeStartObject();
            out.writeArrayFieldStart("results");
            for (int state = 0; state < responses.size() + refused.size(); state++) {
                Refusal refusal = refused.get(state);
                if (refusal != null) {
                    error(out, refusal);
                } else {
                    DecisionResponse response = answered.next();
                    response(out, response, schema);
                    inputTokens += response.usage().inputTokens();
                }
            }
            out.writeEndArray();
            out.writeObjectFieldStart("total_usage");
            out.writeNumberField("input_tokens", inputTokens);
            out.writeNumberField("output_tokens", 0);
            out.writeEndObject();
            out.writeEndObject();
        });
    }

    private void error(JsonGenerator out, Refusal refusal) throws IOException {
        out.writeStartObject();
        out.writeObjectFieldStart("error");
        out.writeNumberField("status", errors.status(refusal.kind()));
        out.writeStringField("detail", refusal.detail());
        out.writeEndObject();
        out.writeEndObject();
    }

    private void response(JsonGenerator out, DecisionResponse response, Optional<DecisionSchema> schema)
            throws IOException {
        out.writeStartObject();
        out.writeStringField("model", headName);
        out.writeObjectFieldStart("answers");
        for (var answer : response.answers().entrySet()) {
            out.writeFieldName(answer.getKey());
            projection.answer(out, answer.getValue(), response.explanation().map(known -> known.of(answer.getKey())));
        }
        out.writeEndObject();
        out.writeFieldName("usage");
        projection.usage(out, response.usage());
        if (schema.isPresent()) {
            projection.values(out, schema.get().values(response.answers()));
        }
        projection.routing(out, response);
        out.writeEndObject();
    }
}
