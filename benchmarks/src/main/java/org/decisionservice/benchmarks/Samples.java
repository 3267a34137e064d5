// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.engine.spi.Logits;

/** Requests of typical shape, and with the largest number of questions. */
public final class Samples {
    /** A short ticket of about 200 characters. */
    public static final String TICKET =
            "Hello, I was charged twice for my subscription this month and nobody answers my"
                    + " e-mails. Please refund the second payment and tell me when the money will be back on my card."
                    + " Order 4711, Jane.";

    private static final List<String> TEAMS = List.of("billing", "technical", "shipping", "other");

    private static final List<String> MEANINGS =
            List.of("payments, invoices and refunds", "errors, login and app problems", "delivery", "all else");

    private Samples() {}

    /** The tiny English checkpoint, which has the tokenizer of the published one. */
    public static Checkpoint checkpoint() {
        String testdata = Objects.requireNonNull(System.getProperty("testdata"), "-Dtestdata=DIRECTORY is missing");
        return CheckpointReader.read(Path.of(testdata, "tiny", "english"));
    }

    /** Questions that alternate between the three types, by id. */
    public static SequencedMap<String, Question> questions(int count) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            questions.put("question-" + i, question(i));
        }
        return questions;
    }

    private static Question question(int index) {
        Optional<List<Integer>> inOrder = Optional.empty();
        return switch (index % 3) {
            case 0 -> {
                List<Question.Option> options = new ArrayList<>();
                for (int i = 0; i < TEAMS.size(); i++) {
                    options.add(new Question.Option(new JsonString(TEAMS.get(i)), Optional.of(MEANINGS.get(i))));
                }
                yield new Question.Choice("Which team should handle this?", options, inOrder);
            }
            case 1 -> new Question.Score("How urgent is it?", List.of("calm", "firm", "angry", "furious"), inOrder);
            default ->
                new Question.Noul(
                        "The customer asks for money back.",
                        new Question.Side("false", Optional.empty()),
                        new Question.Side("true", Optional.empty()),
                        inOrder);
        };
    }

    /** The body of a request with {@link #questions}. */
    public static byte[] body(int count) {
        String questions = IntStream.range(0, count)
                .mapToObj(i -> "\"question-" + i + "\": "
                        + switch (i % 3) {
                            case 0 -> """
                        {"type": "choice", "instructions": "Which team should handle this?",
                         "criteria": {"billing": "payments, invoices and refunds",
                                      "technical": "errors, login and app problems",
                                      "shipping": "delivery", "other": "all else"}}""";
                            case 1 -> """
                        {"type": "score", "instructions": "How urgent is it?",
                         "criteria": ["calm", "firm", "angry", "furious"]}""";
                            default -> """
                        {"type": "noul", "instructions": "The customer asks for money back."}""";
                        })
                .collect(Collectors.joining(", "));
        return ("{\"state\": \"" + TICKET + "\", \"questions\": {" + questions + "}}").getBytes(StandardCharsets.UTF_8);
    }

    /** One row per question, as an engine would return them. */
    public static Logits logits(Iterable<Question> questions) {
        List<float[]> rows = new ArrayList<>();
        for (Question question : questions) {
            float[] row = new float[question.optionCount()];
            for (int slot = 0; slot < row.length; slot++) {
                row[slot] = (slot * 7 + rows.size()) % 5 - 1.5f;
            }
            rows.add(row);
        }
        float[] act = new float[rows.size()];
        Arrays.fill(act, 0.75f);
        return new Logits(rows, act);
    }
}
