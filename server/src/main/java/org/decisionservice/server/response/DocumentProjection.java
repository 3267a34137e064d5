// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;
import org.decisionservice.server.json.Json;

/** Everything the service knows. This is the default. */
public final class DocumentProjection implements Projection {
    private final Extensions extensions = new Extensions("");

    @Override
    public void answer(JsonGenerator out, Answer answer) throws IOException {
        out.writeStartObject();
        switch (answer) {
            case Answer.Choice choice -> {
                out.writeStringField("type", "choice");
                AnswerFields.choice(out, choice);
                AnswerFields.labelled(out, choice);
            }
            case Answer.Score score -> {
                out.writeStringField("type", "score");
                Json.rounded(out, "score", score.score());
                AnswerFields.legend(out, score.legend());
                AnswerFields.indexed(out, score.probabilities());
            }
            case Answer.Noul noul -> {
                out.writeStringField("type", "noul");
                Json.rounded(out, "noul", noul.yes());
            }
        }
        Json.rounded(out, "confidence", answer.certainty().confidence());
        extensions.certainty(out, answer.certainty());
        extensions.window(out, answer);
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
    public void routing(JsonGenerator out, DecisionResponse response) throws IOException {
        extensions.routing(out, response);
    }
}
