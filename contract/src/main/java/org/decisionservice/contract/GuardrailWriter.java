// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.List;
import java.util.stream.Collectors;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.contract.request.QuestionSet;
import org.decisionservice.core.text.Quote;

/** Tells LiteLLM's gateway {@code BLOCKED} and why, or {@code NONE}. */
public final class GuardrailWriter {
    private GuardrailWriter() {}

    /**
     * The body of an answer.
     *
     * @param responses to the questions of {@code set}, one for each text
     */
    public static JsonDocument write(QuestionSet set, List<DecisionResponse> responses) {
        List<String> blocking = set.questions().keySet().stream()
                .filter(id -> responses.stream()
                        .map(response -> response.answers().get(id))
                        .anyMatch(answer -> answer != null && set.blocks(id, answer)))
                .toList();
        return JsonDocument.of(out -> {
            out.writeStartObject();
            out.writeStringField("action", blocking.isEmpty() ? "NONE" : "BLOCKED");
            if (!blocking.isEmpty()) {
                // Whoever wrote the text may read this: no probability that they could try again by.
                out.writeStringField(
                        "blocked_reason",
                        "blocked by " + blocking.stream().map(Quote::of).collect(Collectors.joining(" and ")) + " of "
                                + Quote.of(set.name()));
            }
            out.writeEndObject();
        });
    }
}
