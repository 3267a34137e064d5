// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.server.json.Json;

/** Writes decision responses as bytes. */
public final class ResponseWriter {
    private final String headName;
    private final Projection projection;

    public ResponseWriter(String headName, Projection projection) {
        this.headName = headName;
        this.projection = projection;
    }

    /** The body of a single request: the response itself. */
    public byte[] single(List<DecisionResponse> responses) {
        return Json.bytes(out -> response(out, responses.getFirst()));
    }

    /** The body of a batch: one response per state, and the sum of their token counts. */
    public byte[] batch(List<DecisionResponse> responses) {
        return Json.bytes(out -> {
            long inputTokens = 0;
            out.writeStartObject();
            out.writeArrayFieldStart("results");
            for (DecisionResponse response : responses) {
                response(out, response);
                inputTokens += response.usage().inputTokens();
            }
            out.writeEndArray();
            out.writeObjectFieldStart("total_usage");
            out.writeNumberField("input_tokens", inputTokens);
            out.writeNumberField("output_tokens", 0);
            out.writeEndObject();
            out.writeEndObject();
        });
    }

    private void response(JsonGenerator out, DecisionResponse response) throws IOException {
        out.writeStartObject();
        out.writeStringField("model", headName);
        out.writeObjectFieldStart("answers");
        for (var answer : response.answers().entrySet()) {
            out.writeFieldName(answer.getKey());
            projection.answer(out, answer.getValue());
        }
        out.writeEndObject();
        out.writeFieldName("usage");
        projection.usage(out, response.usage());
        projection.routing(out, response);
        out.writeEndObject();
    }
}
