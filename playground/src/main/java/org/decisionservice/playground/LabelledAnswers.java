// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.playground;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.judging.metrics.RiskCoverage;
import org.decisionservice.judging.metrics.ThresholdSearch;

/**
 * Answers to one question beside what is right, as the playground sends them: {@code {"accuracy": 0.9, "confidence":
 * [0.94, …], "right": [true, …]}}, and where something was learned {@code "question": {…}} and {@code "states": ["…",
 * …]}, so that rows are left out that were learned from.
 *
 * @param accuracy share of the given answers that should be right, between 0 and 1, both excluded
 * @param outcomes {@value #MOST} of them at most
 * @param leftOut how many were learned from their own labels
 */
public record LabelledAnswers(double accuracy, List<RiskCoverage.Outcome> outcomes, int leftOut) {
    /** As many rows as the playground's table has. */
    static final int MOST = 1000;

    /** Room for {@value #MOST} rows, written with many digits, and a page of text for each. */
    public static final int MOST_BYTES = 1 << 20;

    public LabelledAnswers {
        outcomes = List.copyOf(outcomes);
    }

    /**
     * Reads them.
     *
     * @param learned tells the states that a question, as a request has it, was learned from
     */
    public static LabelledAnswers read(byte[] body, Function<JsonValue, Predicate<String>> learned) {
        if (body.length > MOST_BYTES) {
            throw tooLarge(body.length);
        }
        if (!(JsonReader.read(body).root() instanceof JsonObject(var members))) {
            throw new RefusedException(
                    Refusal.Kind.MALFORMED, "request body must be an object with 'accuracy', 'confidence' and 'right'");
        }
        double accuracy = Optional.ofNullable(members.get("accuracy"))
                .flatMap(LabelledAnswers::number)
                .filter(share -> share > 0 && share < 1)
                .orElseThrow(() -> invalid("accuracy", "must be a number between 0 and 1"));
        if (!(members.get("confidence") instanceof JsonArray(var confidences))
                || confidences.isEmpty()
                || confidences.size() > MOST) {
            throw invalid("confidence", "must be an array of 1 to " + MOST + " numbers");
        }
        if (!(members.get("right") instanceof JsonArray(var right)) || right.size() != confidences.size()) {
            throw invalid("right", "must be an array as long as 'confidence'");
        }
        List<String> states = states(members, confidences.size());
        Predicate<String> own =
                states.isEmpty() ? _ -> false : learned.apply(members.getOrDefault("question", new JsonNull()));
        List<RiskCoverage.Outcome> outcomes = new ArrayList<>(confidences.size());
        for (int i = 0; i < confidences.size(); i++) {
            double confidence = number(confidences.get(i))
                    .filter(share -> share >= 0 && share <= 1)
                    .orElseThrow(() -> invalid("confidence", "must hold numbers from 0 to 1"));
            if (!(right.get(i) instanceof JsonBoolean(boolean isRight))) {
                throw invalid("right", "must hold true and false only");
            }
            if (states.isEmpty() || !own.test(states.get(i))) {
                outcomes.add(new RiskCoverage.Outcome(confidence, isRight));
            }
        }
        return new LabelledAnswers(accuracy, outcomes, confidences.size() - outcomes.size());
    }

    private static List<String> states(SequencedMap<String, JsonValue> members, int rows) {
        JsonValue given = members.getOrDefault("states", new JsonNull());
        if (given instanceof JsonNull) {
            return List.of();
        }
        if (!(given instanceof JsonArray(var states)) || states.size() != rows) {
            throw invalid("states", "must be an array as long as 'confidence'");
        }
        return states.stream()
                .map(state -> {
                    if (state instanceof JsonString(String text)) {
                        return text;
                    }
                    throw invalid("states", "must hold texts only");
                })
                .toList();
    }

    /**
     * The threshold that {@code evaluate} would name for these answers, with what it does; null if there is none, with
     * the highest promise that they support and about how many labels it takes, if more help.
     */
    public byte[] threshold() {
        RiskCoverage curve = RiskCoverage.ofOutcomes(outcomes);
        Optional<ThresholdSearch.Found> least = ThresholdSearch.least(curve, accuracy);
        return Json.bytes(out -> {
            out.writeStartObject();
            if (least.isPresent()) {
                write(out, least.get());
            } else {
                out.writeNullField("threshold");
                OptionalInt labels = ThresholdSearch.labelsFor(curve, accuracy);
                if (labels.isPresent()) {
                    out.writeNumberField("labels", labels.getAsInt());
                }
                Optional<ThresholdSearch.Found> highest = ThresholdSearch.highest(curve);
                if (highest.isPresent()) {
                    out.writeObjectFieldStart("highest");
                    write(out, highest.get());
                    out.writeEndObject();
                }
            }
            if (leftOut > 0) {
                out.writeNumberField("left_out", leftOut);
            }
            out.writeEndObject();
        });
    }

    private static void write(JsonGenerator out, ThresholdSearch.Found found) throws IOException {
        Json.exact(out, "threshold", found.threshold());
        out.writeNumberField("answered", found.point().answered());
        Json.rounded(out, "coverage", found.point().coverage());
        Json.rounded(out, "accuracy", found.point().accuracy());
        Json.rounded(out, "bound", found.bound());
    }

    public static RefusedException tooLarge(long bytes) {
        return new RefusedException(
                Refusal.Kind.TOO_LARGE,
                String.format(Locale.ROOT, "request body too large (%d > %d); send fewer rows", bytes, MOST_BYTES));
    }

    private static Optional<Double> number(JsonValue value) {
        return switch (value) {
            case JsonDouble number -> Optional.of(number.value());
            // One digit is all that a share can have.
            case JsonInteger number when number.digits().length() == 1 -> Optional.of(Double.valueOf(number.digits()));
            default -> Optional.empty();
        };
    }

    private static RefusedException invalid(String member, String why) {
        return new RefusedException(Refusal.Kind.INVALID, List.of(member), "'" + member + "' " + why);
    }
}
