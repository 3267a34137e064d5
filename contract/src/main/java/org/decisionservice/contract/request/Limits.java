// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;
import org.jspecify.annotations.Nullable;

/**
 * The documented limits on one request. They are checked on the raw document, before any question is interpreted.
 *
 * @param questions the most that one request may have
 * @param choices the most options of one choice
 * @param levels the most levels of one score
 * @param options the most options and levels of all questions together
 */
public record Limits(int questions, int choices, int levels, int options) {
    static final int STATE_CHARACTERS = 50_000;

    /** Before it is cleaned; a whole body has at most two million. */
    static final int UNCLEANED_CHARACTERS = 1_000_000;

    static final int BATCH_STATES = 64;

    /**
     * Maximum number of bytes of question ids, labels and levels in an answer; about a hundred times what ordinary
     * requests need.
     */
    static final long ANSWER_BYTES = 16 * 1024 * 1024;

    /** An id can name an answer, a question whose state was cut, and a question whose options collapsed. */
    private static final int TIMES_AN_ID = 3;

    /** The limits of System One, where a deployment says how many options a choice may have. */
    static Limits systemOne(int choices) {
        return new Limits(64, choices, 32, 512);
    }

    static void checkStates(int count) {
        if (count > BATCH_STATES) {
            throw tooLarge(String.format(
                    Locale.ROOT,
                    "'states': too many states in batch (%d > %d); send several batches",
                    count,
                    BATCH_STATES));
        }
    }

    /** Counts questions and options. A question of unknown shape or type has no options here and is refused later. */
    public void checkQuestions(Map<String, JsonValue> asked) {
        if (asked.size() > questions) {
            throw tooLarge(String.format(
                    Locale.ROOT,
                    "'questions': too many questions (%d > %d); send several requests",
                    asked.size(),
                    questions));
        }
        int total = 0;
        for (var question : asked.entrySet()) {
            total += countOptions(question.getKey(), question.getValue());
        }
        if (total > options) {
            throw tooLarge(String.format(
                    Locale.ROOT,
                    "'questions': too many answer options across questions (%d > %d); send several requests",
                    total,
                    options));
        }
    }

    private int countOptions(String id, JsonValue definition) {
        if (!(definition instanceof JsonObject question)
                || !(question.members().get("type") instanceof JsonString type)) {
            return 0;
        }
        OptionalInt size = size(question.members().get("criteria"));
        return switch (type.value()) {
            case "choice" -> capped(size, choices, id, "choice options");
            case "score" ->
                question.members().get("criteria") instanceof JsonArray ? capped(size, levels, id, "score levels") : 0;
            default -> 0;
        };
    }

    private static OptionalInt size(@Nullable JsonValue criteria) {
        return switch (criteria) {
            case JsonArray array -> OptionalInt.of(array.elements().size());
            case JsonObject object -> OptionalInt.of(object.members().size());
            case null, default -> OptionalInt.empty();
        };
    }

    private static int capped(OptionalInt size, int cap, String id, String what) {
        int count = size.orElse(0);
        if (count > cap) {
            throw tooLarge(String.format(
                    Locale.ROOT,
                    "question %s: too many %s (%d > %d); use fewer, or split the question",
                    Quote.of(id),
                    what,
                    count,
                    cap));
        }
        return count;
    }

    /**
     * Refuses a state of more text than is taken.
     *
     * @param field where the client put the state
     */
    public static void checkState(String field, State state) {
        check(field, state, STATE_CHARACTERS, "of the text given to the model");
    }

    /** Refuses a state of more text than is cleaned; what is left has the usual limit. */
    static void checkUncleaned(String field, State state) {
        check(field, state, UNCLEANED_CHARACTERS, "before it is cleaned");
    }

    private static void check(String field, State state, int most, String what) {
        String text = state.text();
        // A character has one or two chars, so a text of no more chars needs no counting.
        if (text.length() <= most) {
            return;
        }
        int length = text.codePointCount(0, text.length());
        if (length > most) {
            throw new RefusedException(
                    Refusal.Kind.TOO_LONG,
                    List.of(field),
                    String.format(
                            Locale.ROOT,
                            "'%s': state too large (%d > %d characters %s); shorten it",
                            field,
                            length,
                            most,
                            what));
        }
    }

    /**
     * Bounds the size of an answer, which repeats the question ids, the labels of choices and the levels of scores for
     * every state, and so can be many times as large as the request. A question of unknown shape adds little and is
     * refused later.
     */
    static void checkAnswer(int states, Map<String, JsonValue> questions) {
        long bytes = 0;
        for (var question : questions.entrySet()) {
            bytes += TIMES_AN_ID * bytes(question.getKey());
            if (question.getValue() instanceof JsonObject definition) {
                bytes += repeated(definition.members());
            }
        }
        if (bytes * states > ANSWER_BYTES) {
            throw tooLarge(String.format(
                            Locale.ROOT,
                            "the answer would be too large (%d states times %d bytes of question ids, labels and levels > %d);",
                            states,
                            bytes,
                            ANSWER_BYTES)
                    + " send fewer states at once, or shorten these texts");
        }
    }

    /** The bytes that an answer to a choice or a score repeats; a choice repeats its best label once more. */
    private static long repeated(Map<String, JsonValue> question) {
        if (!(question.get("type") instanceof JsonString(String type))
                || !(type.equals("choice") || type.equals("score"))) {
            return 0;
        }
        long sum = 0;
        long longest = 0;
        switch (question.get("criteria")) {
            case JsonObject object -> {
                for (String label : object.members().keySet()) {
                    sum += bytes(label);
                    longest = Math.max(longest, bytes(label));
                }
            }
            case JsonArray array -> {
                for (JsonValue option : array.elements()) {
                    long length = bytes(JsonText.asText(option));
                    sum += length;
                    longest = Math.max(longest, length);
                }
            }
            case null, default -> {}
        }
        return sum + longest;
    }

    /** The number of bytes of {@code text} as JSON, or slightly more. */
    private static long bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ') {
                bytes += 6;
            } else if (c == '"' || c == '\\') {
                bytes += 2;
            } else {
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            }
        }
        return bytes;
    }

    static RefusedException tooLarge(String detail) {
        return new RefusedException(Refusal.Kind.TOO_LARGE, detail);
    }
}
