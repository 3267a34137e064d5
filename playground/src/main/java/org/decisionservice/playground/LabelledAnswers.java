// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.playground;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.judging.metrics.RiskCoverage;
import org.decisionservice.judging.metrics.ThresholdSearch;

/**
 * Answers to one question beside what is right, as the playground sends them: {@code {"accuracy": 0.9, "confidence":
 * [0.94, …], "right": [true, …]}}.
 *
 * @param accuracy share of the given answers that should be right, between 0 and 1, both excluded
 * @param outcomes 1 to {@value #MOST} of them
 */
public record LabelledAnswers(double accuracy, List<RiskCoverage.Outcome> outcomes) {
    /** As many rows as the playground's table has. */
    static final int MOST = 1000;

    /** Room for {@value #MOST} rows, written with many digits. */
    public static final int MOST_BYTES = 32 * 1024;

    public LabelledAnswers {
        outcomes = List.copyOf(outcomes);
    }

    public static LabelledAnswers read(byte[] body) {
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
        List<RiskCoverage.Outcome> outcomes = new ArrayList<>(confidences.size());
        for (int i = 0; i < confidences.size(); i++) {
            double confidence = number(confidences.get(i))
                    .filter(share -> share >= 0 && share <= 1)
                    .orElseThrow(() -> invalid("confidence", "must hold numbers from 0 to 1"));
            if (!(right.get(i) instanceof JsonBoolean(boolean isRight))) {
                throw invalid("right", "must hold true and false only");
            }
            outcomes.add(new RiskCoverage.Outcome(confidence, isRight));
        }
        return new LabelledAnswers(accuracy, outcomes);
    }

    /**
     * The threshold that {@code evaluate} would name for these answers, with what it does; null if there is none, with
     * the least number of labels that supports one.
     */
    public byte[] threshold() {
        Optional<ThresholdSearch.Found> least = ThresholdSearch.least(RiskCoverage.ofOutcomes(outcomes), accuracy);
        return Json.bytes(out -> {
            out.writeStartObject();
            if (least.isPresent()) {
                ThresholdSearch.Found found = least.get();
                Json.exact(out, "threshold", found.threshold());
                out.writeNumberField("answered", found.point().answered());
                Json.rounded(out, "coverage", found.point().coverage());
                Json.rounded(out, "accuracy", found.point().accuracy());
                Json.rounded(out, "bound", found.bound());
            } else {
                out.writeNullField("threshold");
                out.writeNumberField("labels", ThresholdSearch.leastRows(accuracy));
            }
            out.writeEndObject();
        });
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
