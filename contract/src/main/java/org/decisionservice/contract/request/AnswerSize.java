// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.Locale;
import java.util.Map;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.core.text.JsonText;

/**
 * Bounds the size of an answer. An answer repeats the question ids, the labels of choices and the levels of scores for
 * every state, so it can be many times as large as the request.
 */
final class AnswerSize {
    /** Maximum number of bytes of these texts in an answer; about a hundred times what ordinary requests need. */
    static final long MOST_BYTES = 16 * 1024 * 1024;

    /** An id can name an answer, a question whose state was cut, and a question whose options collapsed. */
    private static final int TIMES_AN_ID = 3;

    private AnswerSize() {}

    /** Checks the size on the raw document. A question of unknown shape adds little and is refused later. */
    static void check(int states, Map<String, JsonValue> questions) {
        long bytes = 0;
        for (var question : questions.entrySet()) {
            bytes += TIMES_AN_ID * bytes(question.getKey());
            if (question.getValue() instanceof JsonObject definition) {
                bytes += options(definition.members());
            }
        }
        if (bytes * states > MOST_BYTES) {
            throw Limits.tooLarge(String.format(
                            Locale.ROOT,
                            "the answer would be too large (%d states times %d bytes of question ids, labels and levels > %d);",
                            states,
                            bytes,
                            MOST_BYTES)
                    + " send fewer states at once, or shorten these texts");
        }
    }

    /** The bytes that an answer to a choice or a score repeats; a choice repeats its best label once more. */
    private static long options(Map<String, JsonValue> question) {
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
}
