// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.text.Quote;
import org.jspecify.annotations.Nullable;

/**
 * Questions that an operator keeps in a file, and that requests ask by its name.
 *
 * @param name of the file, without its ending
 * @param description what it is for, in a sentence for people; the model does not read it
 * @param definitions the questions as a request has them, by id
 * @param questions the same, read
 * @param thresholds the abstention thresholds that some of them set for themselves, by id
 */
public record QuestionSet(
        String name,
        Optional<String> description,
        SequencedMap<String, JsonValue> definitions,
        SequencedMap<String, Question> questions,
        Map<String, Double> thresholds) {
    /**
     * The largest file, in bytes. As many questions and options as a request may have fit with a hundred characters for
     * each option and a thousand for each question; a request of a few bytes cannot ask for much more than that.
     */
    static final int MOST_BYTES = 128 * 1024;

    private static final int LONGEST_DESCRIPTION = 1_000;
    private static final Set<String> MEMBERS = Set.of("description", "questions");

    /** How instructions name the member of the state that they read. */
    private static final Pattern FIELD = Pattern.compile("`(\\w+)`");

    public QuestionSet {
        definitions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(definitions));
        questions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(questions));
        thresholds = Map.copyOf(thresholds);
    }

    /** A file that holds no question set; the message names the place in it and the fix. */
    static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    /**
     * Reads a file.
     *
     * @param rules of the requests that will ask these questions
     * @throws Malformed if it holds anything that such a request could not
     */
    static QuestionSet read(String name, Path file, RequestRules rules) {
        try {
            JsonReader.Document document = JsonReader.readPart(RegularFile.bytes(file, MOST_BYTES));
            if (document.unpaired()) {
                throw new Malformed(
                        "it holds an unpaired surrogate escape (\\udXXX without its other half); write whole"
                                + " characters");
            }
            if (!(document.root() instanceof JsonObject root)
                    || !(root.members().get("questions") instanceof JsonObject questions)
                    || questions.members().isEmpty()) {
                throw new Malformed("it takes a JSON object with 'questions', an object of question id to question, and"
                        + " perhaps a 'description'");
            }
            List<String> unknown = root.members().keySet().stream()
                    .filter(member -> !MEMBERS.contains(member))
                    .toList();
            if (!unknown.isEmpty()) {
                throw new Malformed(
                        Quote.of(unknown.getFirst()) + " is no member of it; it takes 'description' and 'questions'");
            }
            Limits.checkQuestions(questions.members(), rules.choiceOptions());
            return new QuestionSet(
                    name,
                    description(root.members().get("description")),
                    questions.members(),
                    QuestionReader.read(questions.members(), rules),
                    QuestionReader.thresholds(questions.members()));
        } catch (RefusedException e) {
            throw new Malformed(e.refusal()
                    .detail()
                    .replace("request body", "it")
                    .replace("send several requests", "make several sets of it"));
        } catch (IOException e) {
            throw new Malformed("it cannot be read: " + RegularFile.reason(e));
        }
    }

    private static Optional<String> description(@Nullable JsonValue value) {
        return switch (value) {
            case null -> Optional.empty();
            case JsonString(String text)
            when !Whitespace.blank(text) && text.codePointCount(0, text.length()) <= LONGEST_DESCRIPTION ->
                Optional.of(text);
            case JsonValue _ ->
                throw new Malformed("'description' must be a text of 1 to " + LONGEST_DESCRIPTION + " characters");
        };
    }

    /**
     * The member of a structured state that the questions read: the one name that their instructions have in backticks.
     * Empty if they have none, or several.
     */
    public Optional<String> stateField() {
        Set<String> named = questions.values().stream()
                .flatMap(question -> FIELD.matcher(question.instructions()).results())
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        return named.size() == 1 ? Optional.of(named.iterator().next()) : Optional.empty();
    }

    /** The number of options that the questions have together. */
    public int options() {
        return questions.values().stream().mapToInt(Question::optionCount).sum();
    }
}
