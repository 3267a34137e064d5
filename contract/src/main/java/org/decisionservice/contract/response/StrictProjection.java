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

/** Exactly the members of the upstream contract, and the {@code type} by which its clients tell answers apart. */
public final class StrictProjection implements Projection {

    @Override
    public void answer(JsonGenerator out, Answer answer, Optional<List<Influence>> explanation) throws IOException {
        out.writeStartObject();
        switch (answer) {
            case Answer.Choice choice -> {
                out.writeStringField("type", "choice");
                AnswerFields.choice(out, choice);
                Json.rounded(out, "confidence", choice.certainty().confidence());
                AnswerFields.labelled(out, choice);
            }
            case Answer.Score score -> {
                out.writeStringField("type", "score");
                Json.rounded(out, "score", score.score());
                Json.rounded(out, "confidence", score.certainty().confidence());
                AnswerFields.indexed(out, score.probabilities());
                AnswerFields.legend(out, score.legend());
            }
            case Answer.Noul noul -> {
                out.writeStringField("type", "noul");
                Json.rounded(out, "noul", noul.yes());
            }
        }
        out.writeEndObject();
    }

    @Override
    public void usage(JsonGenerator out, Usage usage) throws IOException {
        out.writeStartObject();
        AnswerFields.tokens(out, usage);
        out.writeEndObject();
    }

    /** No request of a strict deployment has a schema. */
    @Override
    public void values(JsonGenerator out, JsonObject values) {}

    @Override
    public void routing(JsonGenerator out, DecisionResponse response) {}
}
