// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.CheckpointSelector;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.Routing;
import org.decisionservice.api.Teaching;
import org.decisionservice.contract.json.Json;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.text.Printable;

/** One line of the log: the answer to one question about one state. */
final class DecisionLine {
    /** Its name tells a line of the log from other JSON; its value is the version of the format. */
    static final String MARK = "decision_log";

    static final int VERSION = 1;
    private static final String LOCAL = "local";

    private DecisionLine() {}

    /**
     * The common part of the lines about one state.
     *
     * @param index of the state in its request
     * @param side which of two answers it is; empty if there is one
     * @param state writes the members that stand for the state
     */
    record About(
            Instant time, String requestId, int index, Controls controls, Optional<Side> side, StateFields state) {}

    /** Writes what is kept of a state. */
    @FunctionalInterface
    interface StateFields {
        void writeTo(JsonGenerator out) throws IOException;
    }

    /** The name of the checkpoint that answered. */
    static String checkpoint(DecisionResponse response) {
        return response.routing().map(routing -> routing.model().wireName()).orElse(LOCAL);
    }

    /** The line with its line break, in UTF-8. */
    static byte[] bytes(
            About about,
            DecisionResponse response,
            Provenance.Weights weights,
            Map.Entry<String, Question> question,
            Answer answer) {
        byte[] line = Json.bytes(out -> {
            out.writeStartObject();
            out.writeNumberField(MARK, VERSION);
            out.writeStringField("time", about.time().toString());
            out.writeStringField("request_id", about.requestId());
            out.writeNumberField("state_index", about.index());
            text(out, "side", about.side().map(Side::name));
            text(out, "tried", about.side().flatMap(Side::tried));
            out.writeStringField("checkpoint", checkpoint(response));
            Json.textOrNull(out, "revision", weights.revision());
            Json.textOrNull(out, "calibration", weights.calibration());
            text(out, "learned", about.controls().learned().orElse(true) ? weights.learned() : Optional.empty());
            text(out, "language", response.routing().flatMap(Routing::detection).flatMap(Detection::language));
            about.state().writeTo(out);
            controls(out, about.controls());
            out.writeStringField("id", question.getKey());
            out.writeStringField("wording", Wording.of(question.getValue()));
            out.writeFieldName("question");
            QuestionJson.write(out, question.getValue());
            answer(out, answer);
            out.writeBooleanField(
                    "truncated", response.usage().truncatedQuestions().contains(question.getKey()));
            out.writeEndObject();
        });
        // Whoever reads the file sees what is there, too.
        return (Printable.of(new String(line, StandardCharsets.UTF_8)) + '\n').getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the controls that the answer depends on beside state and question. */
    private static void controls(JsonGenerator out, Controls controls) throws IOException {
        text(out, "model", controls.model().map(CheckpointSelector::text));
        text(out, "task", controls.task().map(CheckpointSelector::text));
        text(out, "lang", controls.lang());
        text(out, "lang_guess", controls.langGuess());
        if (controls.maxLen().isPresent()) {
            out.writeNumberField("max_len", controls.maxLen().getAsInt());
        }
        if (controls.headMaxLen().isPresent()) {
            out.writeNumberField("head_max_len", controls.headMaxLen().getAsInt());
        }
    }

    private static void text(JsonGenerator out, String name, Optional<String> value) throws IOException {
        if (value.isPresent()) {
            out.writeStringField(name, value.get());
        }
    }

    private static void answer(JsonGenerator out, Answer answer) throws IOException {
        Probabilities p = answer.probabilities();
        out.writeFieldName("answer");
        Json.scalar(out, AnswerLabel.of(answer));
        if (answer instanceof Answer.Score score) {
            number(out, "score", score.score());
        }
        out.writeArrayFieldStart("probabilities");
        for (int option = 0; option < p.size(); option++) {
            number(out, p.get(option));
        }
        out.writeEndArray();
        Certainty certainty = answer.certainty();
        if (certainty.teaching() != Teaching.NONE) {
            out.writeStringField("taught", certainty.teaching().wireName());
        }
        number(out, "answer_confidence", certainty.answerConfidence());
        number(out, "confidence", certainty.confidence());
        if (certainty.abstention().isPresent()) {
            Abstention gate = certainty.abstention().get();
            number(out, "min_confidence", gate.threshold());
            out.writeStringField("abstention", gate.outcome().wireName());
        }
    }

    private static void number(JsonGenerator out, String name, double value) throws IOException {
        out.writeFieldName(name);
        number(out, value);
    }

    /** JSON has no numbers that are not finite. */
    private static void number(JsonGenerator out, double value) throws IOException {
        if (Double.isFinite(value)) {
            out.writeNumber(value);
        } else {
            out.writeNull();
        }
    }
}
