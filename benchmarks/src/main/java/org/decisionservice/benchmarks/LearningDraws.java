// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.decisionservice.judging.learning.LabelledVectors;
import org.decisionservice.judging.learning.Learner;
import org.decisionservice.judging.learning.Learning;

/**
 * What is answered after learning from given labels: does what {@code learn}, SERVICE_LEARNED and {@code evaluate}
 * would do, hundreds of times, with rows that are answered by the model once.
 */
public final class LearningDraws {
    private LearningDraws() {}

    /** A label of a row, which may be another than the file has. */
    private record Label(int row, int gold) {}

    /**
     * Takes the folder of the built service, the files of rows to judge and to draw labels from, the file of draws, the
     * value of SERVICE_TOURNAMENT_GROUP (blank for none), and the file to write. A draw is a line of {@code row:gold}
     * with blanks between, numbers of rows with labels from 0 and indices of options. For each draw an object is written:
     * {@code learned}, how many of its questions were, {@code doubted}, of how many the command asks whether the labels
     * belong to them, and {@code predicted}, the probabilities of the rows to judge of these questions, by number.
     *
     * @throws IOException if one of the files cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        SequencedMap<String, LabelledSet.Rows> held;
        SequencedMap<String, LabelledSet.Rows> labelled;
        try (LabelledSet set = LabelledSet.open(Path.of(arguments[0]), arguments[4])) {
            held = set.read(Path.of(arguments[1]));
            labelled = set.read(Path.of(arguments[2]));
        }
        try (JsonGenerator out = new JsonFactory().createGenerator(Files.newBufferedWriter(Path.of(arguments[5])))) {
            out.writeStartArray();
            for (String line : Files.readAllLines(Path.of(arguments[3]))) {
                Map<Integer, Integer> draw = new TreeMap<>();
                for (String label : List.of(line.split(" "))) {
                    int colon = label.indexOf(':');
                    draw.put(Integer.valueOf(label.substring(0, colon)), Integer.valueOf(label.substring(colon + 1)));
                }
                write(out, draw, labelled, held);
            }
            out.writeEndArray();
        }
    }

    private static void write(
            JsonGenerator out,
            Map<Integer, Integer> draw,
            SequencedMap<String, LabelledSet.Rows> labelled,
            SequencedMap<String, LabelledSet.Rows> held)
            throws IOException {
        int learned = 0;
        int doubted = 0;
        Map<Integer, double[]> predicted = new TreeMap<>();
        for (var question : labelled.entrySet()) {
            List<Label> labels = new ArrayList<>();
            List<Integer> places = question.getValue().places();
            for (int row = 0; row < places.size(); row++) {
                Integer gold = draw.get(places.get(row));
                if (gold != null) {
                    labels.add(new Label(row, gold));
                }
            }
            LabelledSet.Rows test = held.get(question.getKey());
            if (!labels.isEmpty() && test != null) {
                LabelledVectors own = relabelled(question.getValue().vectors(), labels);
                Learning learning = Learner.learn(own);
                learned += learning instanceof Learning.Learned ? 1 : 0;
                doubted += doubted(learning, own) ? 1 : 0;
                for (int row = 0; row < test.places().size(); row++) {
                    predicted.put(test.places().get(row), answer(learning, test.vectors(), row));
                }
            }
        }
        out.writeStartObject();
        out.writeNumberField("learned", learned);
        out.writeNumberField("doubted", doubted);
        out.writeObjectFieldStart("predicted");
        for (var row : predicted.entrySet()) {
            out.writeFieldName(String.valueOf(row.getKey()));
            out.writeArray(row.getValue(), 0, row.getValue().length);
        }
        out.writeEndObject();
        out.writeEndObject();
    }

    private static boolean doubted(Learning learning, LabelledVectors rows) {
        return switch (learning) {
            case Learning.Learned taught -> Learner.seemsUnrelated(rows, taught.heldOut());
            case Learning.NoGain gain -> Learner.seemsUnrelated(rows, gain.heldOut());
            case Learning.TooFew _, Learning.OneOption _ -> false;
        };
    }

    private static LabelledVectors relabelled(LabelledVectors rows, List<Label> labels) {
        LabelledVectors some = rows.rows(labels.stream().map(Label::row).toList());
        return new LabelledVectors(
                some.logits(), some.vectors(), labels.stream().map(Label::gold).toList());
    }

    private static double[] answer(Learning learning, LabelledVectors rows, int row) {
        double[] logits = rows.logits().get(row);
        return Learner.softmax(
                learning instanceof Learning.Learned taught
                        ? taught.question().logits(logits, rows.vectors().get(row))
                        : logits);
    }
}
