// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.decisionservice.api.Question;
import org.decisionservice.contract.json.Json;
import org.decisionservice.core.text.OptionTexts;

/** A question as a request asks it. What is read back has the same options and, nearly always, the same wording. */
final class QuestionJson {
    private QuestionJson() {}

    static void write(JsonGenerator out, Question question) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", question.type().wireName());
        out.writeStringField("instructions", question.instructions());
        switch (question) {
            case Question.Choice choice -> options(out, choice.options());
            case Question.Score score -> Json.texts(out, "criteria", score.levels());
            case Question.Noul noul -> sides(out, noul);
        }
        if (question.optionOrder().isPresent()) {
            List<Integer> order = question.optionOrder().get();
            out.writeFieldName("option_order");
            out.writeArray(order.stream().mapToInt(Integer::intValue).toArray(), 0, order.size());
        }
        out.writeEndObject();
    }

    private static void options(JsonGenerator out, List<Question.Option> options) throws IOException {
        if (options.stream().allMatch(option -> option.description().isEmpty())) {
            out.writeArrayFieldStart("criteria");
            for (Question.Option option : options) {
                Json.scalar(out, option.label());
            }
            out.writeEndArray();
        } else {
            out.writeObjectFieldStart("criteria");
            for (Question.Option option : options) {
                out.writeStringField(
                        OptionTexts.key(option.label()), option.description().orElse(""));
            }
            out.writeEndObject();
        }
    }

    private static void sides(JsonGenerator out, Question.Noul noul) throws IOException {
        if (noul.whenFalse().description().isPresent()
                || noul.whenTrue().description().isPresent()) {
            out.writeObjectFieldStart("criteria");
            out.writeStringField("false", noul.whenFalse().description().orElse(""));
            out.writeStringField("true", noul.whenTrue().description().orElse(""));
            out.writeEndObject();
        }
        if (!noul.whenFalse().label().equals("false")
                || !noul.whenTrue().label().equals("true")) {
            out.writeObjectFieldStart("labels");
            out.writeStringField("false", noul.whenFalse().label());
            out.writeStringField("true", noul.whenTrue().label());
            out.writeEndObject();
        }
    }
}
