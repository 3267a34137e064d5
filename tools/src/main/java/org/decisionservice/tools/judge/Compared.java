// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.judging.report.Comparison;
import org.decisionservice.tools.labelled.GoldReader;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.LabelledRow;
import org.decisionservice.tools.labelled.LabelsException;

/** Puts two ways of answering a file side by side. */
public final class Compared {
    private final LabelledFile file;
    private final List<Answers.Asked> rows;
    /** By row, the index of the right option by question id. */
    private final List<SequencedMap<String, Integer>> right;

    private Compared(LabelledFile file, List<Answers.Asked> rows, List<SequencedMap<String, Integer>> right) {
        this.file = file;
        this.rows = rows;
        this.right = right;
    }

    /**
     * Reads the questions of {@code file}, and its labels.
     *
     * @throws LabelsException if the service would refuse a row, or a label names no option
     */
    public static Compared of(LabelledFile file) {
        RequestReader reader = file.isRecorded()
                ? RecordedQuestions.READER
                : new RequestReader(
                        CheckpointNames.ROUTED,
                        WireOptions.DEFAULTS.maxTokenBudget(),
                        Dialect.of(WireOptions.DEFAULTS).rules());
        List<Answers.Asked> rows = new ArrayList<>();
        List<SequencedMap<String, Integer>> right = new ArrayList<>();
        for (LabelledRow row : file.rows()) {
            right.add(CheckedLabels.right(file, row, reader));
            try {
                rows.add(new Answers.Asked(row.line(), reader.single(row.body()).request(), row.recorded()));
            } catch (RefusedException e) {
                throw file.refused(row, e);
            }
        }
        return new Compared(file, rows, right);
    }

    /** One line: how much is asked, and what is not. */
    public String said() {
        int labels = right.stream().mapToInt(SequencedMap::size).sum();
        return file.path() + ": " + file.passedOver().said(rows.size(), labels);
    }

    /** What a way of answering says, question after question. */
    public Answers.Answered ask(Supplier<Answering> opener) {
        file.requireStates();
        try (Answering answering = opener.get()) {
            return Answers.of(file.path(), rows, answering);
        }
    }

    /** What was recorded, by {@code answer}, {@code evaluate --json} or the decision log. */
    public Answers.Answered read(Path recorded) {
        return new Answers.Answered(Answers.recorded(recorded, file.path(), rows), 0, 0);
    }

    /** Compares two that are of this file. */
    public Comparison compare(Answers.Answered a, Answers.Answered b) {
        List<Comparison.Pair> pairs = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            LabelledRow labelled = file.rows().get(row);
            for (var question : rows.get(row).request().questions().entrySet()) {
                String id = question.getKey();
                List<String> options = GoldReader.options(question.getValue());
                Probabilities first = a.answers().get(pairs.size());
                Probabilities second = b.answers().get(pairs.size());
                if (first.size() != options.size() || second.size() != options.size()) {
                    throw file.fault(labelled, "the recorded answer has other options");
                }
                Integer gold = right.get(row).get(id);
                pairs.add(new Comparison.Pair(
                        labelled.line(),
                        id,
                        options,
                        first,
                        second,
                        gold == null ? OptionalInt.empty() : OptionalInt.of(gold)));
            }
        }
        return Comparison.of(pairs);
    }

    /** A comparison as JSON. */
    public static byte[] json(Comparison comparison, Answers.Answered a, Answers.Answered b) {
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
