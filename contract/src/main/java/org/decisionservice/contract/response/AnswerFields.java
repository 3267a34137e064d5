// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.json.Json;
import org.decisionservice.core.text.OptionTexts;

/** Writes the members of answers that are the same in several contracts. */
public final class AnswerFields {
    private AnswerFields() {}

    /** The chosen label keeps its JSON type. */
    public static void choice(JsonGenerator out, Answer.Choice answer) throws IOException {
        out.writeFieldName("choice");
        Json.scalar(out, answer.labels().get(answer.chosen()));
    }

    /** {@code probabilities}, by the label of the option. */
    public static void labelled(JsonGenerator out, Answer.Choice answer) throws IOException {
        out.writeObjectFieldStart("probabilities");
        for (int i = 0; i < answer.labels().size(); i++) {
            Json.rounded(
                    out,
                    OptionTexts.key(answer.labels().get(i)),
                    answer.probabilities().get(i));
        }
        out.writeEndObject();
    }

    /** {@code probabilities}, by the index of the level. */
    public static void indexed(JsonGenerator out, Probabilities probabilities) throws IOException {
        out.writeObjectFieldStart("probabilities");
        for (int i = 0; i < probabilities.size(); i++) {
            Json.rounded(out, Integer.toString(i), probabilities.get(i));
        }
        out.writeEndObject();
    }

    static void tokens(JsonGenerator out, Usage usage) throws IOException {
        out.writeNumberField("input_tokens", usage.inputTokens());
        out.writeNumberField("output_tokens", 0);
    }

    /** {@code legend}: the text of each level, by its index. */
    public static void legend(JsonGenerator out, List<String> legend) throws IOException {
        out.writeObjectFieldStart("legend");
        for (int i = 0; i < legend.size(); i++) {
            out.writeStringField(Integer.toString(i), legend.get(i));
        }
        out.writeEndObject();
    }
}
