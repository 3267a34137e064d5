// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Elimination;
import org.decisionservice.api.Explanation;
import org.decisionservice.api.Explanation.Influence;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.OptionSet;
import org.decisionservice.api.Routing;
import org.decisionservice.api.Teaching;
import org.decisionservice.api.Usage;
import org.decisionservice.api.Window;
import org.decisionservice.contract.json.Json;
import org.decisionservice.core.text.JsonText;

/**
 * The members that the service adds to the upstream contract.
 *
 * @param prefix of their names; empty if they are not to be told apart from the contract's own members
 */
public record Extensions(String prefix) {
    private static final String EXPLANATION = "explanation";

    /** Writes how certain an answer is, beyond its {@code confidence}. */
    void certainty(JsonGenerator out, Certainty certainty) throws IOException {
        Json.rounded(out, prefix + "answer_confidence", certainty.answerConfidence());
        out.writeObjectFieldStart(prefix + "action");
        Json.rounded(out, "act_probability", certainty.actProbability());
        out.writeEndObject();
        gate(out, certainty);
    }

    /** Writes the object that a schema's answers make. */
    void values(JsonGenerator out, JsonObject values) throws IOException {
        out.writeFieldName(prefix + "values");
        out.writeRawValue(JsonText.render(values));
    }

    /** Writes what an answer in a form that is not ours says beside that form's own members. */
    public void answer(JsonGenerator out, Answer answer) throws IOException {
        gate(out, answer.certainty());
        if (answer instanceof Answer.Choice choice) {
            elimination(out, choice);
        }
        window(out, answer);
        learned(out, answer);
        coverage(out, answer);
    }

    /**
     * Writes of an answer that labels taught that they did, and if none of them was about a state like this one;
     * whoever learned nothing sees no such member.
     */
    void learned(JsonGenerator out, Answer answer) throws IOException {
        if (answer.certainty().teaching().counts()) {
            out.writeBooleanField(prefix + "learned", true);
        }
        if (answer.certainty().teaching() == Teaching.UNLIKE) {
            out.writeBooleanField(prefix + "unlike", true);
        }
    }

    /** Writes how many options were narrowed down, and so what the probabilities are, if they were. */
    void elimination(JsonGenerator out, Answer.Choice answer) throws IOException {
        if (answer.elimination().isEmpty()) {
            return;
        }
        Elimination elimination = answer.elimination().get();
        switch (elimination.scope()) {
            // As the upstream server writes it, under its name.
            case FINALISTS -> {
                out.writeObjectFieldStart("x_tournament");
                finalists(out, answer, elimination);
                out.writeNumberField("rounds", elimination.rounds());
                if (elimination.orderDropped()) {
                    out.writeBooleanField("option_order_dropped", true);
                }
            }
            case ALL -> {
                out.writeObjectFieldStart(prefix + "elimination");
                out.writeNumberField("rounds", elimination.rounds());
                out.writeNumberField("groups", elimination.groups());
                finalists(out, answer, elimination);
            }
        }
        out.writeEndObject();
    }

    private static void finalists(JsonGenerator out, Answer.Choice answer, Elimination elimination) throws IOException {
        out.writeArrayFieldStart("finalists");
        for (int option : elimination.finalists()) {
            Json.scalar(out, answer.labels().get(option));
        }
        out.writeEndArray();
    }

    /** Writes which part of a long state decided, if the state was read in windows. */
    void window(JsonGenerator out, Answer answer) throws IOException {
        Optional<Window> window = answer.window();
        if (window.isPresent()) {
            out.writeObjectFieldStart(prefix + "window");
            out.writeNumberField("start", window.get().start());
            out.writeNumberField("end", window.get().end());
            out.writeNumberField("index", window.get().index());
            out.writeNumberField("count", window.get().count());
            out.writeEndObject();
        }
    }

    /**
     * Writes which options cannot be excluded, if somebody asked and labelled rows tell: labels of a choice, indices
     * of a score's levels, and true and false for a noul.
     */
    void coverage(JsonGenerator out, Answer answer) throws IOException {
        Optional<OptionSet> set = answer.certainty().coverage();
        if (set.isPresent()) {
            out.writeObjectFieldStart(prefix + "coverage");
            Json.exact(out, "level", set.get().level());
            out.writeArrayFieldStart("options");
            for (int option : set.get().options()) {
                switch (answer) {
                    case Answer.Choice choice ->
                        Json.scalar(out, choice.labels().get(option));
                    case Answer.Score _ -> out.writeNumber(option);
                    case Answer.Noul _ -> out.writeBoolean(option == 1);
                }
            }
            out.writeEndArray();
            out.writeEndObject();
        }
    }

    /** Writes the parts of the state that an answer depends on. */
    void influences(JsonGenerator out, List<Influence> influences) throws IOException {
        out.writeArrayFieldStart(prefix + EXPLANATION);
        for (Influence each : influences) {
            out.writeStartObject();
            out.writeNumberField("start", each.start());
            out.writeNumberField("end", each.end());
            out.writeStringField("text", each.text());
            Json.rounded(out, "change", each.change());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** Writes what finding out took, if somebody asked. */
    private void explanation(JsonGenerator out, DecisionResponse response) throws IOException {
        if (response.explanation().isPresent()) {
            Explanation known = response.explanation().get();
            out.writeObjectFieldStart(prefix + EXPLANATION);
            out.writeNumberField("spans", known.spans());
            out.writeNumberField("rows", known.rows());
            out.writeNumberField("passes", known.passes());
            out.writeEndObject();
        }
    }

    /** Whether an answer passed the request's threshold, if it set one. */
    void gate(JsonGenerator out, Certainty certainty) throws IOException {
        Optional<Abstention> abstention = certainty.abstention();
        if (abstention.isPresent()) {
            Abstention gate = abstention.get();
            if (gate.outcome() == Abstention.Outcome.ABSTAINED) {
                out.writeBooleanField(prefix + "low_confidence", true);
            }
            out.writeStringField(prefix + "abstention", gate.outcome().wireName());
            Json.exact(out, prefix + "abstention_threshold", gate.threshold());
        }
    }

    /** Writes what was cut. */
    public void usage(JsonGenerator out, Usage usage) throws IOException {
        out.writeNumberField(prefix + "state_tokens", usage.stateTokens());
        out.writeNumberField(prefix + "state_tokens_dropped", usage.stateTokensDropped());
        out.writeBooleanField(prefix + "truncated", usage.truncated());
        Json.texts(out, prefix + "truncated_questions", usage.truncatedQuestions());
        if (!usage.collapsedOptions().isEmpty()) {
            out.writeObjectFieldStart(prefix + "options");
            for (var question : usage.collapsedOptions().entrySet()) {
                out.writeFieldName(question.getKey());
                collapsed(out, question.getValue());
            }
            out.writeEndObject();
        }
        cleaned(out, usage);
    }

    /** Writes what was taken out of the state before, if anybody asked for that. */
    public void cleaned(JsonGenerator out, Usage usage) throws IOException {
        if (usage.cleaning().isEmpty()) {
            return;
        }
        Cleaning cleaning = usage.cleaning().get();
        out.writeObjectFieldStart(prefix + "cleaned");
        out.writeStringField("as", cleaning.form().wireName());
        out.writeBooleanField("decoded", cleaning.decoded());
        out.writeArrayFieldStart("cuts");
        for (Cleaning.Cut cut : cleaning.cuts()) {
            out.writeStartObject();
            out.writeStringField("kind", cut.kind().wireName());
            if (cut.field().isPresent()) {
                out.writeStringField("field", cut.field().get());
            }
            out.writeNumberField("start", cut.start());
            out.writeNumberField("end", cut.end());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeNumberField("parts_left_out", cleaning.partsLeftOut());
        out.writeBooleanField("kept_whole", cleaning.keptWhole());
        if (cleaning.unknownCharset().isPresent()) {
            out.writeStringField("unknown_charset", cleaning.unknownCharset().get());
        }
        out.writeEndObject();
    }

    /** The number of options of a question that can still be told apart. */
    public static void collapsed(JsonGenerator out, Usage.CollapsedOptions options) throws IOException {
        out.writeStartObject();
        out.writeNumberField("total", options.total());
        out.writeNumberField("distinct", options.distinct());
        out.writeFieldName("tokens_per_option");
        if (options.tokensPerOption().isPresent()) {
            out.writeNumber(options.tokensPerOption().getAsInt());
        } else {
            out.writeNull();
        }
        out.writeEndObject();
    }

    /** Writes which checkpoint answered, and why, and what an explanation took. */
    public void routing(JsonGenerator out, DecisionResponse response) throws IOException {
        explanation(out, response);
        if (response.routing().isEmpty()) {
            return;
        }
        Routing routing = response.routing().get();
        out.writeObjectFieldStart(prefix + "routing");
        out.writeStringField("model", routing.model().wireName());
        out.writeStringField("repo", routing.repo());
        out.writeStringField("reason", routing.reason());
        out.writeFieldName("detection");
        if (routing.detection().isPresent()) {
            detection(out, routing.detection().get());
        } else {
            out.writeNull();
        }
        Json.textOrNull(out, "workflow", routing.workflow());
        if (!routing.languageSupported()) {
            out.writeBooleanField("language_supported", false);
        }
        out.writeEndObject();
    }

    private static void detection(JsonGenerator out, Detection detection) throws IOException {
        out.writeStartObject();
        out.writeStringField("script", Detection.nameOf(detection.script()));
        out.writeObjectFieldStart("script_profile");
        for (Map.Entry<UnicodeScript, Double> share : detection.scriptProfile().entrySet()) {
            Json.exact(out, Detection.nameOf(share.getKey()), share.getValue());
        }
        out.writeEndObject();
        Json.textOrNull(out, "language", detection.language());
        out.writeBooleanField("is_english", detection.english());
        out.writeBooleanField("language_undecided", detection.languageUndecided());
        Json.rounded(out, "diacritic_rate", detection.diacriticRate());
        Json.rounded(out, "non_latin_fraction", detection.nonLatinFraction());
        Json.textOrNull(out, "mixed_segment", detection.mixedSegment());
        out.writeEndObject();
    }
}
