// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares two JSON answers structurally: numbers computed by the model within a tolerance, everything else exactly.
 */
final class AnswerComparison {
    private static final Set<String> MODEL_NUMBERS =
            Set.of("noul", "confidence", "answer_confidence", "act_probability");

    private final double tolerance;
    private final List<String> differences = new ArrayList<>();
    private double largestDifference;

    AnswerComparison(double tolerance) {
        this.tolerance = tolerance;
    }

    List<String> differences() {
        return differences;
    }

    double largestDifference() {
        return largestDifference;
    }

    void compare(JsonNode want, JsonNode got) {
        compare("", "", want, got, null, 0);
    }

    private void compare(
            String path, String key, JsonNode want, JsonNode got, @Nullable JsonNode parent, double inherited) {
        if (want.isNumber() && got.isNumber()) {
            number(path, want.asDouble(), got.asDouble(), inherited > 0 ? inherited : allowed(key, parent));
        } else if (want.isObject() && got.isObject()) {
            object(path, key, want, got);
        } else if (want.isArray() && got.isArray() && want.size() == got.size()) {
            for (int i = 0; i < want.size(); i++) {
                compare(path + "[" + i + "]", key, want.get(i), got.get(i), parent, inherited);
            }
        } else if (!want.equals(got) && !nearTie(key, want, got, parent)) {
            differences.add(path + ": want " + shorten(want) + ", got " + shorten(got));
        }
    }

    private void object(String path, String key, JsonNode want, JsonNode got) {
        boolean detail =
                path.isEmpty() && want.has("detail") && got.path("detail").isTextual();
        for (var field : want.properties()) {
            String name = field.getKey();
            if (!got.has(name)) {
                if (!(name.equals("low_confidence") && nearThreshold(want))) {
                    differences.add(path + "." + name + " is absent");
                }
            } else if (!detail) {
                double inner = key.equals("probabilities") ? tolerance : 0;
                compare(path + "." + name, name, field.getValue(), got.get(name), want, inner);
            }
        }
        for (var field : got.properties()) {
            if (!want.has(field.getKey()) && !(field.getKey().equals("low_confidence") && nearThreshold(want))) {
                differences.add(path + "." + field.getKey() + " is not wanted: " + shorten(field.getValue()));
            }
        }
    }

    private void number(String path, double want, double got, double allowed) {
        double error = Math.abs(want - got);
        if (allowed > 0) {
            largestDifference = Math.max(largestDifference, error);
        }
        if (error > allowed + 1e-12) {
            differences.add(path + ": want " + want + ", got " + got);
        }
    }

    private double allowed(String key, @Nullable JsonNode parent) {
        if (key.equals("score") && parent != null) {
            return tolerance * Math.max(1, parent.path("legend").size() - 1);
        }
        if (key.equals("x_jev_confidence")) {
            // Of two options, it moves twice as far as their probabilities.
            return 2 * tolerance;
        }
        return MODEL_NUMBERS.contains(key) ? tolerance : 0;
    }

    /** Whether the recorded numbers are so close to each other that either outcome is right. */
    private boolean nearTie(String key, JsonNode want, JsonNode got, @Nullable JsonNode answer) {
        if (answer == null) {
            return false;
        }
        if (key.equals("choice")) {
            JsonNode probabilities = answer.path("probabilities");
            JsonNode a = probabilities.path(want.asText());
            JsonNode b = probabilities.path(got.asText());
            return a.isNumber() && b.isNumber() && Math.abs(a.asDouble() - b.asDouble()) <= 2 * tolerance;
        }
        return (key.equals("low_confidence") || key.equals("abstention")) && nearThreshold(answer);
    }

    private boolean nearThreshold(JsonNode answer) {
        JsonNode threshold = answer.path("abstention_threshold");
        JsonNode confidence = answer.path("answer_confidence");
        return threshold.isNumber()
                && confidence.isNumber()
                && Math.abs(threshold.asDouble() - confidence.asDouble()) <= tolerance;
    }

    private static String shorten(JsonNode node) {
        String text = Objects.toString(node);
        return text.length() < 160 ? text : text.substring(0, 157) + "...";
    }
}
