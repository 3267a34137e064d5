// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

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
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.contract.json.MalformedFile;
import org.jspecify.annotations.Nullable;

/**
 * Questions that an operator keeps in a file, and that requests ask by its name.
 *
 * @param name of the file, without its ending
 * @param description what it is for, in a sentence for people; the model does not read it
 * @param definitions the questions as a request has them, by id
 * @param questions the same, read
 * @param thresholds the abstention thresholds that some of them set for themselves, by id
 * @param blocking the answers that a guardrail blocks a text for, by id; {@code true} and {@code false} of a noul
 */
public record QuestionSet(
        String name,
        Optional<String> description,
        SequencedMap<String, JsonValue> definitions,
        SequencedMap<String, Question> questions,
        Map<String, Double> thresholds,
        Map<String, Set<String>> blocking) {
    /**
     * The largest file, in bytes. As many questions and options as a request may have fit with a hundred characters for
     * each option and a thousand for each question; a request of a few bytes cannot ask for much more than that.
     */
    static final int MOST_BYTES = 128 * 1024;

    private static final String BLOCKS = "blocks";

    /** The members that a file may have. */
    public static final Set<String> MEMBERS = Set.of("version", "description", "questions", BLOCKS);

    private static final int LONGEST_DESCRIPTION = 1_000;
    private static final List<String> VERSIONS = List.of("1");

    /** The form in which instructions name the member of the state that they read. */
    private static final Pattern FIELD = Pattern.compile("`(\\w+)`");

    public QuestionSet {
        definitions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(definitions));
        questions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(questions));
        thresholds = Map.copyOf(thresholds);
        blocking = Map.copyOf(blocking);
    }

    /**
     * Reads a file.
     *
     * @param rules of the requests that will ask these questions
     * @throws MalformedFile if it holds anything that such a request could not
     */
    static QuestionSet read(String name, Path file, RequestRules rules) {
        var members = JsonFile.read(file, MOST_BYTES)
                .requireVersion("version", VERSIONS)
                .requireOnly(MEMBERS)
                .members();
        if (!(members.get("questions") instanceof JsonObject(var questions)) || questions.isEmpty()) {
            throw new MalformedFile("it takes a JSON object with 'questions', an object of question id to question, and"
                    + " perhaps a 'description'");
        }
        try {
            Limits.systemOne(rules.choiceOptions()).checkQuestions(questions);
            SequencedMap<String, Question> read = QuestionReader.read(questions, rules);
            QuestionSet set = new QuestionSet(
                    name,
                    description(members.get("description")),
                    questions,
                    read,
                    QuestionReader.thresholds(questions),
                    members.containsKey(BLOCKS)
                            ? BlockingAnswers.read(JsonFile.object(members.get(BLOCKS), BLOCKS), read)
                            : Map.of());
            questions.forEach((id, question) -> {
                String place = "questions." + id;
                JsonFile.requireOnly(place + ".", JsonFile.object(question, place), QuestionReader.READ);
            });
            return set;
        } catch (RefusedException e) {
            throw new MalformedFile(e.refusal()
                    .detail()
                    .replace("request body", "it")
                    .replace("send several requests", "make several sets of it"));
        }
    }

    private static Optional<String> description(@Nullable JsonValue value) {
        return switch (value) {
            case null -> Optional.empty();
            case JsonString(String text)
            when !Whitespace.blank(text) && text.codePointCount(0, text.length()) <= LONGEST_DESCRIPTION ->
                Optional.of(text);
            case JsonValue _ ->
                throw new MalformedFile("'description' must be a text of 1 to " + LONGEST_DESCRIPTION + " characters");
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

    /** Whether a guardrail blocks a text for {@code answer}: one of those named, and not held back by a threshold. */
    public boolean blocks(String id, Answer answer) {
        return answer.certainty()
                        .abstention()
                        .filter(gate -> gate.outcome() == Abstention.Outcome.ABSTAINED)
                        .isEmpty()
                && blocking.getOrDefault(id, Set.of()).contains(BlockingAnswers.word(answer));
    }

    /** The number of options that the questions have together. */
    public int options() {
        return questions.values().stream().mapToInt(Question::optionCount).sum();
    }
}
