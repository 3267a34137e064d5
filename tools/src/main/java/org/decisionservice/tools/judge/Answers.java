// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Patience;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.LabelledRow;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.labelled.Recorded;
import org.decisionservice.tools.labelled.TextFile;
import org.jspecify.annotations.Nullable;

/** The probabilities that one way of answering gives to every question of a file, in the file's order. */
public final class Answers {
    private Answers() {}

    /** A request that is being answered. */
    private record Begun(LabelledRequest asked, Future<DecisionService.Decision> decision) {}

    /**
     * Asks what answers in this process.
     *
     * @throws LabelsException if a row is refused
     */
    static Answered of(List<LabelledRequest> rows, Answering answering) {
        List<Probabilities> answers = new ArrayList<>();
        int[] shortened = new int[2];
        Asking.inOrder(
                rows.iterator(),
                row -> new Begun(row, answering.begin(() -> ParsedRequest.unwritten(row.request()))),
                begun -> {
                    try {
                        var response = Patience.UNLIMITED
                                .await(begun.decision())
                                .responses()
                                .getFirst();
                        shortened[0] += response.usage().truncated() ? 1 : 0;
                        shortened[1] += response.usage().collapsedOptions().isEmpty() ? 0 : 1;
                        begun.asked()
                                .request()
                                .questions()
                                .keySet()
                                .forEach(id ->
                                        answers.add(required(response.answers().get(id), begun.asked())
                                                .probabilities()));
                    } catch (RefusedException e) {
                        throw LabelsException.at(
                                begun.asked().file(),
                                begun.asked().line(),
                                e.refusal().detail());
                    }
                });
        return new Answered(answers, shortened[0], shortened[1]);
    }

    /**
     * The answers of one side.
     *
     * @param cut how many rows have a state of which only a part was read, as far as is known
     * @param alike how many have options that the model could not tell apart
     */
    public record Answered(List<Probabilities> answers, int cut, int alike) {
        public Answered {
            answers = List.copyOf(answers);
        }

        /** The parts that were not read in full; empty if there are none. */
        public Optional<String> shortened() {
            return cut + alike == 0
                    ? Optional.empty()
                    : Optional.of("only a part of the state was read in " + cut + " rows, and in " + alike
                            + " some options could not be told apart");
        }
    }

    /**
     * A row of the file.
     *
     * @param file that it is in
     * @param line its number, from 1
     * @param recorded the answer to its one question, if it is a line of the decision log
     */
    record LabelledRequest(Path file, int line, DecisionRequest request, Optional<Recorded> recorded) {}

    /**
     * Reads what {@code answer}, {@code evaluate --json} or the decision log wrote for {@code asked}, whose rows these
     * are.
     *
     * @throws LabelsException if it belongs to another file
     */
    static List<Probabilities> recorded(Path file, List<LabelledRequest> rows) {
        TextFile text = TextFile.read(file);
        try {
            JsonValue first = firstLine(text);
            if (member(first, "decision_log") != null) {
                return logged(file, rows);
            }
            return first instanceof JsonObject ? lines(text, rows) : report(file, rows);
        } catch (RefusedException _) {
            throw new LabelsException(file + " is none of what 'answer', 'evaluate --json' and the decision log write");
        }
    }

    /** Finds the answers of {@code rows} in a decision log of the same requests, in whatever order it has them. */
    private static List<Probabilities> logged(Path file, List<LabelledRequest> rows) {
        Map<String, Probabilities> byKey = new HashMap<>();
        for (LabelledRow line :
                LabelledFile.readUnlabelled(file, Optional.empty()).rows()) {
            line.recorded().ifPresent(answer -> byKey.put(answer.key(), answer.probabilities()));
        }
        List<Probabilities> answers = new ArrayList<>();
        for (LabelledRequest row : rows) {
            Recorded asked = row.recorded()
                    .orElseThrow(() -> LabelsException.of(
                            row.file(),
                            "it is no decision log, but " + file
                                    + " is; FILE must be a log of the same requests, because"
                                    + " answers are found by request, state and question"));
            Probabilities found = byKey.get(asked.key());
            if (found == null) {
                throw LabelsException.of(
                        file,
                        "it does not hold line " + row.line() + " of " + row.file() + ": request, state and question "
                                + asked.key());
            }
            answers.add(found);
        }
        return answers;
    }

    private static @Nullable JsonValue firstLine(TextFile text) {
        try {
            String line = text.lines().iterator().next();
            return line.isBlank() ? null : json(line);
        } catch (RefusedException _) {
            return null;
        }
    }

    private static List<Probabilities> lines(TextFile text, List<LabelledRequest> rows) {
        Path file = text.path();
        Map<Integer, LabelledRequest> byLine = new HashMap<>();
        rows.forEach(row -> byLine.put(row.line(), row));
        List<Probabilities> answers = new ArrayList<>();
        int found = 0;
        int number = 0;
        for (String line : text.lines()) {
            LabelledRequest row = byLine.get(++number);
            if (row != null) {
                found++;
                JsonValue answered = member(json(line), "answers");
                for (var question : row.request().questions().entrySet()) {
                    JsonValue answer = required(member(answered, question.getKey()), number, file);
                    answers.add(probabilities(answer, file, number));
                }
            }
        }
        if (found != rows.size()) {
            throw new LabelsException(file + " has answers to " + found + " of " + rows.size() + " rows");
        }
        return answers;
    }

    private static Probabilities probabilities(JsonValue answer, Path file, int line) {
        if (member(answer, "probabilities") instanceof JsonObject byOption) {
            return distribution(List.copyOf(byOption.members().values()));
        }
        double yes = number(required(member(answer, "noul"), line, file));
        return Probabilities.of(1 - yes, yes);
    }

    private static List<Probabilities> report(Path file, List<LabelledRequest> rows) {
        if (!(ReportJson.read(file).get("rows") instanceof JsonArray array)) {
            throw new LabelsException(file + " has no 'rows'; it is not what 'evaluate --json' writes");
        }
        List<String> wordings = rows.stream()
                .flatMap(row -> row.request().questions().values().stream())
                .map(Wording::of)
                .toList();
        List<String> reported = array.elements().stream()
                .map(row -> JsonText.asText(required(member(row, "wording"), 1, file)))
                .toList();
        if (!wordings.equals(reported)) {
            throw new LabelsException(
                    file + " is of other questions than the file, or of another order" + leftOut(reported, wordings));
        }
        return array.elements().stream()
                .map(row -> required(member(row, "probabilities"), 1, file))
                .map(p -> distribution(p instanceof JsonArray values ? values.elements() : List.of()))
                .toList();
    }

    private static String leftOut(List<String> reported, List<String> asked) {
        return reported.size() < asked.size()
                ? "; it has " + reported.size() + " of " + asked.size()
                        + " answers: if evaluate left out rows that were"
                        + " learned from, name fitted=FILE instead of its report"
                : "";
    }

    private static Probabilities distribution(List<JsonValue> values) {
        if (values.isEmpty()) {
            throw new LabelsException("an answer without probabilities");
        }
        return Probabilities.of(values.stream().mapToDouble(Answers::number).toArray());
    }

    private static double number(JsonValue value) {
        return switch (value) {
            case JsonInteger(String digits) -> Double.parseDouble(digits);
            case JsonDouble(double number) -> number;
            default -> throw new LabelsException("a probability is not a number");
        };
    }

    private static JsonValue json(String line) {
        return JsonReader.read(line.getBytes(StandardCharsets.UTF_8)).root();
    }

    private static @Nullable JsonValue member(@Nullable JsonValue value, String name) {
        return value instanceof JsonObject object ? object.members().get(name) : null;
    }

    private static JsonValue required(@Nullable JsonValue value, int line, Path file) {
        if (value == null) {
            throw new LabelsException(file + " line " + line + " does not answer the file's questions");
        }
        return value;
    }

    private static <T> T required(@Nullable T value, LabelledRequest row) {
        if (value == null) {
            throw LabelsException.at(row.file(), row.line(), "a question has no answer");
        }
        return value;
    }
}
