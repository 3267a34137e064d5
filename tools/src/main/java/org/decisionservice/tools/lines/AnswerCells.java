// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.OptionTexts;
import org.decisionservice.tools.labelled.TableFile;
import org.jspecify.annotations.Nullable;

/**
 * The columns that a table gets for a question: the answer, the probability on it, and that of each option. The page
 * gives the same columns ({@code sheet.js}, {@code words.js}).
 *
 * @param id of the question
 * @param table its numbers give the decimal mark
 */
record AnswerCells(String id, Question question, TableFile table) {
    private static final int DECIMALS = 4;
    private static final int DECIMALS_OF_SCORE = 2;
    private static final double EVEN = 0.5;

    /** The names of the columns. */
    Stream<String> names() {
        return Stream.concat(Stream.of("answer", "on this answer"), options()).map(name -> id + ": " + name);
    }

    private Stream<String> options() {
        return switch (question) {
            case Question.Choice choice -> choice.options().stream().map(option -> OptionTexts.key(option.label()));
            case Question.Score score -> score.levels().stream();
            case Question.Noul _ -> Stream.of("yes", "no");
        };
    }

    /** The cells of an answer in whatever contract it was written; blank where it does not say. */
    List<String> of(SequencedMap<String, JsonValue> answer) {
        List<String> keys = keys();
        List<String> cells = new ArrayList<>();
        if (answer.isEmpty()) {
            cells.addAll(Collections.nCopies(keys.size() + 2, ""));
            return cells;
        }
        SequencedMap<String, Double> probabilities = probabilities(answer);
        double sure = Stream.of("answer_confidence", "x_answer_confidence")
                .filter(answer::containsKey)
                .map(name -> number(answer.get(name)))
                .findFirst()
                .orElseGet(() -> probabilities.values().stream()
                        .max(Comparator.naturalOrder())
                        .orElse(0.0));
        cells.add(brief(answer));
        cells.add(table.number(plain(BigDecimal.valueOf(sure))));
        keys.stream()
                .map(probabilities::get)
                .map(p -> p == null ? "" : table.number(plain(rounded(p, DECIMALS))))
                .forEach(cells::add);
        return cells;
    }

    private String brief(SequencedMap<String, JsonValue> answer) {
        return switch (question) {
            case Question.Choice _ -> JsonText.asText(answer.getOrDefault("choice", new JsonString("")));
            case Question.Score _ ->
                table.number(
                        rounded(number(answer.get("score")), DECIMALS_OF_SCORE).toPlainString());
            case Question.Noul _ -> number(answer.get("noul")) >= EVEN ? "yes" : "no";
        };
    }

    /** The names of the options in an answer. */
    private List<String> keys() {
        return question instanceof Question.Score score
                ? IntStream.range(0, score.levels().size())
                        .mapToObj(Integer::toString)
                        .toList()
                : options().toList();
    }

    private SequencedMap<String, Double> probabilities(SequencedMap<String, JsonValue> answer) {
        SequencedMap<String, Double> probabilities = new LinkedHashMap<>();
        if (question instanceof Question.Noul) {
            double yes = number(answer.get("noul"));
            probabilities.put("yes", yes);
            probabilities.put("no", 1 - yes);
        } else if (answer.get("probabilities") instanceof JsonObject object) {
            object.members().forEach((key, p) -> probabilities.put(key, number(p)));
        }
        return probabilities;
    }

    private static double number(@Nullable JsonValue value) {
        return switch (value) {
            case JsonDouble(double number) -> number;
            case JsonInteger(String digits) -> Double.parseDouble(digits);
            case null, default -> 0;
        };
    }

    private static BigDecimal rounded(double number, int decimals) {
        return new BigDecimal(number).setScale(decimals, RoundingMode.HALF_UP);
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
