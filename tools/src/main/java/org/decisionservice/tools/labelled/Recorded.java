// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.core.text.JsonText;

/**
 * The answer that a line of the decision log holds.
 *
 * @param key request, state and question, which is the same in two logs of the same requests
 * @param wording digest of the question as the model read it
 * @param probabilities of the options, in criteria order, unrounded
 * @param answerConfidence the number that {@code min_confidence} is held against
 * @param checkpoint name of the checkpoint that answered
 * @param revision of its weights, if the line says it
 * @param calibration SHA-256 of the calibration in force
 * @param learned SHA-256 of what was learned and in force
 * @param side which of two answers it is, if it is one of two
 * @param tried what the second answer was made with
 * @param asksAgain whether the line has the text of the state, so that the question can be asked again
 */
public record Recorded(
        String key,
        String wording,
        Probabilities probabilities,
        double answerConfidence,
        String checkpoint,
        Optional<String> revision,
        Optional<String> calibration,
        Optional<String> learned,
        Optional<String> side,
        Optional<String> tried,
        boolean asksAgain) {
    /** The side of what clients got. */
    public static final String SERVED = "served";

    /** The side of a second answer. */
    public static final String SHADOW = "shadow";

    /** The member that only lines of the decision log have. */
    public static final String MARK = "decision_log";

    private static final String VERSION = "1";
    private static final double MOST_ROUNDED = 0.01;
    private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");

    /** Reads the answer of a line whose members these are. */
    static Recorded of(SequencedMap<String, JsonValue> members) {
        requireVersion(members);
        if (!(members.get("probabilities") instanceof JsonArray array)
                || array.elements().isEmpty()) {
            throw new LabelsException("a line of the decision log without 'probabilities'");
        }
        double[] p = array.elements().stream().mapToDouble(Recorded::number).toArray();
        double sum = Arrays.stream(p).sum();
        if (!Arrays.stream(p).allMatch(each -> each >= 0 && each <= 1) || Math.abs(sum - 1) > MOST_ROUNDED) {
            throw new LabelsException("a line of the decision log whose 'probabilities' do not sum to 1");
        }
        return new Recorded(
                key(members),
                text(members, "wording"),
                Probabilities.of(p),
                number(required(members, "answer_confidence")),
                text(members, "checkpoint"),
                optional(members, "revision"),
                optional(members, "calibration"),
                optional(members, "learned"),
                optional(members, "side"),
                optional(members, "tried"),
                members.containsKey("state"));
    }

    /** The refusal of a log of two sides where one is expected. */
    public static LabelsException ofTwo(Path file) {
        return LabelsException.of(
                file,
                "it has two answers to each question, of what was served and of what was tried; ./serve shadow"
                        + " judges both, and the lines with \"side\":\"shadow\" alone are a decision log");
    }

    /**
     * Checks that this program reads the line.
     *
     * @throws LabelsException if it is of another version
     */
    public static void requireVersion(SequencedMap<String, JsonValue> members) {
        if (!text(members, MARK).equals(VERSION)) {
            throw new LabelsException("the decision log is of another version than this program reads");
        }
    }

    /**
     * The key of an answer in another file: request, state and question.
     *
     * @throws LabelsException if a member is missing, or the state's place is none
     */
    public static String key(SequencedMap<String, JsonValue> members) {
        String index = text(members, "state_index");
        if (!INDEX.matcher(index).matches()) {
            throw new LabelsException("'state_index' must be the place of a state in its request, such as 0");
        }
        return text(members, "request_id") + " " + index + " " + text(members, "id");
    }

    private static JsonValue required(SequencedMap<String, JsonValue> members, String name) {
        JsonValue value = members.get(name);
        if (value == null) {
            throw new LabelsException("a line of the decision log without '" + name + "'");
        }
        return value;
    }

    /**
     * The text of a member.
     *
     * @throws LabelsException if there is none
     */
    public static String text(SequencedMap<String, JsonValue> members, String name) {
        return JsonText.asText(required(members, name));
    }

    private static Optional<String> optional(SequencedMap<String, JsonValue> members, String name) {
        return members.get(name) instanceof JsonString text ? Optional.of(text.value()) : Optional.empty();
    }

    private static double number(JsonValue value) {
        return switch (value) {
            case JsonInteger(String digits) -> Double.parseDouble(digits);
            case JsonDouble(double number) -> number;
            default -> throw new LabelsException("a line of the decision log whose probabilities are not numbers");
        };
    }
}
