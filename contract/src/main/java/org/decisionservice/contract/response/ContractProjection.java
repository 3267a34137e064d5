// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Explanation.Influence;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.json.Json;

/**
 * The answers of the upstream contract with its confidences. Members that the service adds, so that a cut state or a
 * gate is not silent, carry the prefix that the contract reserves for extensions.
 */
public final class ContractProjection implements Projection {
    private final Extensions extensions = new Extensions("x_");

    @Override
    public void answer(JsonGenerator out, Answer answer, Optional<List<Influence>> explanation) throws IOException {
        out.writeStartObject();
        switch (answer) {
            case Answer.Choice choice -> {
                out.writeStringField("type", "choice");
                AnswerFields.choice(out, choice);
                Json.rounded(out, "confidence", ContractConfidence.ofChoice(choice.probabilities()));
                AnswerFields.labelled(out, choice);
            }
            case Answer.Score score -> {
                out.writeStringField("type", "score");
                Json.rounded(out, "score", score.score());
                Json.rounded(out, "confidence", ContractConfidence.ofScore(score.probabilities()));
                AnswerFields.indexed(out, score.probabilities());
                AnswerFields.legend(out, score.legend());
            }
            case Answer.Noul noul -> {
                out.writeStringField("type", "noul");
                Json.rounded(out, "noul", noul.yes());
            }
        }
        extensions.certainty(out, answer.certainty());
        if (answer instanceof Answer.Choice choice) {
            extensions.elimination(out, choice);
        }
        extensions.window(out, answer);
        extensions.learned(out, answer);
        extensions.coverage(out, answer);
        if (explanation.isPresent()) {
            extensions.influences(out, explanation.get());
        }
        out.writeEndObject();
    }

    @Override
    public void usage(JsonGenerator out, Usage usage) throws IOException {
        out.writeStartObject();
        AnswerFields.tokens(out, usage);
        extensions.usage(out, usage);
        out.writeEndObject();
    }

    @Override
    public void values(JsonGenerator out, JsonObject values) throws IOException {
        extensions.values(out, values);
    }

    @Override
    public void routing(JsonGenerator out, DecisionResponse response) throws IOException {
        extensions.routing(out, response);
    }
}
