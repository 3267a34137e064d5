// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.core.text.JsonText;

/**
 * A line of a file of labels.
 *
 * @param file that it is in
 * @param line its number, from 1, or that of its first line
 * @param request the members of the request that it asks: {@code state}, {@code questions} and any controls
 * @param gold the right answers by question id, as the file writes them; a question without one is not asked
 * @param named whether the file itself names the questions; otherwise their instructions are what people know
 * @param language of the state, where the file says it
 * @param recorded the answer, if the line is one of the decision log; the state is then blank unless the log has it
 */
public record LabelledRow(
        Path file,
        int line,
        SequencedMap<String, JsonValue> request,
        SequencedMap<String, JsonValue> gold,
        boolean named,
        Optional<String> language,
        Optional<Recorded> recorded) {
    public LabelledRow {
        request = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(request));
        gold = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(gold));
    }

    /** Whether nothing can be asked about it; what a decision log recorded was asked. */
    boolean hasBlankState() {
        return recorded.isEmpty() && request.get("state") instanceof JsonString text && Plain.isBlank(text.value());
    }

    /** The text that is asked about; blank where a decision log keeps none. */
    public String state() {
        return JsonText.asText(request.getOrDefault("state", new JsonString("")));
    }

    /** The question of this id, which the row has. */
    public JsonValue question(String id) {
        if (request.get("questions") instanceof JsonObject object) {
            return Objects.requireNonNull(object.members().get(id), id);
        }
        throw new IllegalStateException("a row without questions");
    }

    /** The ids of its questions, in their order. */
    Set<String> questionIds() {
        return request.get("questions") instanceof JsonObject object
                ? object.members().sequencedKeySet()
                : Set.of();
    }

    /** Whether it has no label, and something to ask. */
    public boolean isUnlabelled() {
        return gold.isEmpty() && !hasBlankState();
    }

    /** The same row with {@code ids} of its questions only. */
    public LabelledRow asking(Set<String> ids) {
        SequencedMap<String, JsonValue> questions = new LinkedHashMap<>();
        if (request.get("questions") instanceof JsonObject object) {
            questions.putAll(object.members());
            questions.keySet().retainAll(ids);
        }
        return asking(questions);
    }

    /** The same row with other questions. */
    LabelledRow asking(SequencedMap<String, JsonValue> questions) {
        SequencedMap<String, JsonValue> asked = new LinkedHashMap<>(request);
        asked.put("questions", new JsonObject(questions));
        return new LabelledRow(file, line, asked, gold, named, language, recorded);
    }

    /** The same row, which has one question, with this right answer. */
    LabelledRow labelled(JsonValue answer) {
        SequencedMap<String, JsonValue> one = new LinkedHashMap<>();
        questionIds().forEach(id -> one.put(id, answer));
        return new LabelledRow(file, line, request, one, named, language, recorded);
    }

    /** The body that asks it; empty if its state is blank. */
    public Optional<byte[]> bodyUnlessBlank() {
        return hasBlankState() ? Optional.empty() : Optional.of(body());
    }

    /**
     * The body that asks it.
     *
     * @throws LabelsException if it holds half a character, which would reach the service as a question mark
     */
    public byte[] body() {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(JsonText.render(new JsonObject(request))));
            byte[] body = new byte[bytes.remaining()];
            bytes.get(body);
            return body;
        } catch (CharacterCodingException _) {
            throw new LabelsException(
                    "half a character (an unpaired surrogate such as \\ud83d); write all of it, or leave it out");
        }
    }
}
