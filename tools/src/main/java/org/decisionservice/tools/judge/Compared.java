// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Supplier;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.QuestionType;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.core.text.Quote;
import org.decisionservice.tools.labelled.GoldReader;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.LabelledRow;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.report.Comparison;

/** Puts two ways of answering a file side by side. */
public final class Compared {
    private final LabelledFile file;
    private final List<Answers.LabelledRequest> rows;
    /** By row, the index of the right option by question id. */
    private final List<SequencedMap<String, Integer>> right;

    private final Repeats repeats = new Repeats();

    private Compared(LabelledFile file, List<Answers.LabelledRequest> rows, List<SequencedMap<String, Integer>> right) {
        this.file = file;
        for (int row = 0; row < rows.size(); row++) {
            repeats.add(file.rows().get(row), rows.get(row).request().questions(), right.get(row));
        }
        this.rows = rows;
        this.right = right;
    }

    /**
     * Reads the questions of {@code file}, and its labels.
     *
     * @throws LabelsException if the service would refuse a row, or a label names no option
     */
    public static Compared of(LabelledFile file) {
        RequestReader reader = file.isRecorded() ? RecordedQuestions.READER : asked();
        List<SequencedMap<String, Integer>> right = file.rows().stream()
                .map(row -> CheckedLabels.right(file, row, reader))
                .toList();
        return new Compared(file, requests(file, reader), right);
    }

    private static List<Answers.LabelledRequest> requests(LabelledFile file, RequestReader reader) {
        List<Answers.LabelledRequest> rows = new ArrayList<>();
        for (LabelledRow row : file.rows()) {
            try {
                rows.add(new Answers.LabelledRequest(
                        row.file(), row.line(), reader.single(row.body()).request(), row.recorded()));
            } catch (RefusedException e) {
                throw file.refused(row, e);
            }
        }
        return rows;
    }

    /** Reads questions as a service with no settings does. */
    private static RequestReader asked() {
        return new RequestReader(
                CheckpointNames.ROUTED,
                WireOptions.DEFAULTS.maxTokenBudget(),
                Dialect.of(WireOptions.DEFAULTS).rules());
    }

    /** One line: how much is asked, and what is not. */
    public String said() {
        int labels = right.stream().mapToInt(SequencedMap::size).sum();
        return file.name() + ": " + file.passedOver().said(rows.size(), labels) + repeats.said();
    }

    /**
     * One way of asking and answering the file.
     *
     * @param rows as they are asked
     * @param answered what came of it
     * @param learned the answers that were learned from their own labels, by their places
     */
    public record Side(List<Answers.LabelledRequest> rows, Answers.Answered answered, Set<Integer> learned) {
        public Side {
            rows = List.copyOf(rows);
            learned = Set.copyOf(learned);
        }
    }

    /**
     * Asks one side, question after question.
     *
     * @param questions a file of other words for the questions, by id; empty asks as the file does
     * @throws LabelsException if the service would refuse a row, or a question in other words is of another type or has
     *     other levels
     */
    public Side ask(Supplier<Answering> opener, Optional<Path> questions) {
        file.requireStates();
        List<Answers.LabelledRequest> asked = questions.map(this::worded).orElse(rows);
        try (Answering answering = opener.get()) {
            return new Side(asked, Answers.of(asked, answering), learned(asked, answering));
        }
    }

    private Set<Integer> learned(List<Answers.LabelledRequest> asked, Answering answering) {
        Set<Integer> learned = new HashSet<>();
        int answer = 0;
        for (int row = 0; row < asked.size(); row++) {
            for (var question : asked.get(row).request().questions().entrySet()) {
                if (right.get(row).containsKey(question.getKey())
                        && LearnedLabels.has(answering, file.rows().get(row), question.getValue())) {
                    learned.add(answer);
                }
                answer++;
            }
        }
        return learned;
    }

    /** Number of labels that do not say which side is right, because one of them learned from these; empty if none. */
    public static Optional<String> leftOut(Side a, Side b) {
        Set<Integer> learned = new HashSet<>(a.learned());
        learned.addAll(b.learned());
        return learned.isEmpty() ? Optional.empty() : Optional.of(LearnedLabels.leftOut(learned.size()));
    }

    /**
     * Checks that the file can be asked in the words of another, which {@link #ask} would find out late.
     *
     * @throws LabelsException as {@link #ask}
     */
    public void requireWords(Path questions) {
        worded(questions);
    }

    private List<Answers.LabelledRequest> worded(Path questions) {
        List<Answers.LabelledRequest> asked = requests(file.asking(questions), asked());
        for (int row = 0; row < rows.size(); row++) {
            requireAlike(rows.get(row), asked.get(row), questions);
        }
        return asked;
    }

    /** Labels name options, so choices may lose and gain some; of a score they count levels. */
    private static void requireAlike(Answers.LabelledRequest own, Answers.LabelledRequest other, Path questions) {
        own.request().questions().forEach((id, question) -> {
            Question reworded =
                    Objects.requireNonNull(other.request().questions().get(id));
            boolean levels = question.type() != QuestionType.SCORE || question.optionCount() == reworded.optionCount();
            if (question.type() != reworded.type() || !levels) {
                throw LabelsException.of(
                        questions,
                        "question " + Quote.of(id) + " must be a "
                                + question.type().wireName()
                                + (levels ? "" : " of " + question.optionCount() + " levels")
                                + ", as the labels are");
            }
        });
    }

    /** Reads answers that {@code answer}, {@code evaluate --json} or the decision log recorded. */
    public Side read(Path recorded) {
        if (file.isJoined()) {
            throw LabelsException.of(
                    recorded, "its answers are found by the lines of one file; give one FILE, or settings for A and B");
        }
        return new Side(rows, new Answers.Answered(Answers.recorded(recorded, rows), 0, 0), Set.of());
    }

    /** Compares two that are of this file. */
    public Comparison compare(Side a, Side b) {
        List<Comparison.Pair> pairs = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            LabelledRow labelled = file.rows().get(row);
            for (var question : rows.get(row).request().questions().entrySet()) {
                String id = question.getKey();
                SequencedSet<String> options = new LinkedHashSet<>(GoldReader.options(question.getValue()));
                List<String> first = options(a, row, id, question.getValue());
                List<String> second = options(b, row, id, question.getValue());
                options.addAll(first);
                options.addAll(second);
                int answer = pairs.size();
                boolean learned = a.learned().contains(answer) || b.learned().contains(answer);
                Integer gold = learned ? null : right.get(row).get(id);
                pairs.add(new Comparison.Pair(
                        labelled.line(),
                        id,
                        List.copyOf(options),
                        among(options, first, a.answered().answers().get(answer), labelled),
                        among(options, second, b.answered().answers().get(answer), labelled),
                        gold == null ? OptionalInt.empty() : OptionalInt.of(gold)));
            }
        }
        return Comparison.of(pairs);
    }

    /** A side's names of the options; the levels of a score, which may be worded anew, as the file has them. */
    private static List<String> options(Side side, int row, String id, Question asked) {
        return asked.type() == QuestionType.CHOICE
                ? GoldReader.options(Objects.requireNonNull(
                        side.rows().get(row).request().questions().get(id)))
                : GoldReader.options(asked);
    }

    /** An answer as probabilities of the options of both sides: 0 of one that it does not have. */
    private Probabilities among(SequencedSet<String> all, List<String> own, Probabilities answer, LabelledRow row) {
        if (answer.size() != own.size()) {
            throw file.fault(row, "the recorded answer has other options");
        }
        return Probabilities.of(all.stream()
                .mapToInt(own::indexOf)
                .mapToDouble(option -> option < 0 ? 0 : answer.get(option))
                .toArray());
    }

    /** A comparison as JSON. */
    public static byte[] json(Comparison comparison, Side sideA, Side sideB) {
        Answers.Answered a = sideA.answered();
        Answers.Answered b = sideB.answered();
        return Json.bytes(out -> {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeNumberField("compared", comparison.compared());
            out.writeNumberField("largest", comparison.largest());
            out.writeNumberField("p99", comparison.nearlyLargest());
            out.writeNumberField("mean", comparison.mean());
            if (comparison.labelled().isPresent()) {
                Comparison.Labelled known = comparison.labelled().get();
                out.writeObjectFieldStart("labelled");
                out.writeNumberField("rows", known.rows());
                out.writeNumberField("right_a", known.rightA());
                out.writeNumberField("right_b", known.rightB());
                out.writeNumberField("only_a", known.test().onlyFirst());
                out.writeNumberField("only_b", known.test().onlySecond());
                out.writeNumberField("mcnemar_p", known.test().p());
                out.writeStringField("verdict", known.verdict());
                out.writeEndObject();
            }
            out.writeNumberField("states_cut_a", a.cut());
            out.writeNumberField("states_cut_b", b.cut());
            out.writeNumberField("options_alike_a", a.alike());
            out.writeNumberField("options_alike_b", b.alike());
            out.writeArrayFieldStart("differing");
            for (Comparison.Pair pair : comparison.differing()) {
                out.writeStartObject();
                out.writeNumberField("line", pair.line());
                out.writeStringField("question", pair.question());
                out.writeStringField("a", pair.options().get(pair.a().argMax()));
                out.writeStringField("b", pair.options().get(pair.b().argMax()));
                out.writeNumberField("distance", pair.distance());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }
}
