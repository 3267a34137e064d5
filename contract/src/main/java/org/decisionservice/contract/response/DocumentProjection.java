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
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.json.Json;
import org.decisionservice.core.decoding.WireDecimals;

/** Everything the service knows. This is the default. */
public final class DocumentProjection implements Projection {
    /** Has the prefix that the upstream contract reserves for extensions, which tells it from {@code confidence}. */
    private static final String JEV_CONFIDENCE = "x_jev_confidence";

    private final Extensions extensions = new Extensions("");
    private final boolean jevConfidence;

    /** @param jevConfidence whether answers to choices and scores also carry the upstream contract's confidence */
    public DocumentProjection(boolean jevConfidence) {
        this.jevConfidence = jevConfidence;
    }

    @Override
    public void answer(JsonGenerator out, Answer answer, Optional<List<Influence>> explanation) throws IOException {
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
        if (answer instanceof Answer.Choice choice) {
            extensions.elimination(out, choice);
        }
        if (jevConfidence) {
            jevConfidence(out, answer);
        }
        extensions.window(out, answer);
        extensions.learned(out, answer);
        extensions.coverage(out, answer);
        if (explanation.isPresent()) {
            extensions.influences(out, explanation.get());
        }
        out.writeEndObject();
    }

    private static void jevConfidence(JsonGenerator out, Answer answer) throws IOException {
        switch (answer) {
            case Answer.Choice choice ->
                Json.rounded(out, JEV_CONFIDENCE, ContractConfidence.ofChoice(asWritten(choice.probabilities())));
            case Answer.Score score ->
                Json.rounded(out, JEV_CONFIDENCE, ContractConfidence.ofScore(asWritten(score.probabilities())));
            case Answer.Noul _ -> {}
        }
    }

    /** The rounded numbers, made to sum to 1 again: upstream's server computes confidence from its finished answer. */
    private static Probabilities asWritten(Probabilities exact) {
        double[] written = new double[exact.size()];
        double total = 0;
        for (int i = 0; i < written.length; i++) {
            written[i] = WireDecimals.round(exact.get(i));
            total += written[i];
        }
        for (int i = 0; i < written.length; i++) {
            written[i] /= total;
        }
        return Probabilities.of(written);
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
