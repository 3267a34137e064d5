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
import java.util.stream.IntStream;
import org.decisionservice.judging.learning.LabelledVectors;
import org.decisionservice.judging.learning.Learner;
import org.decisionservice.judging.learning.Learning;
import org.decisionservice.judging.learning.SharedStart;

/**
 * What is answered after learning from given labels: does what {@code learn}, SERVICE_FITTED and {@code evaluate}
 * would do, hundreds of times, with rows that are answered by the model once.
 */
public final class LearningDraws {
    private LearningDraws() {}

    /**
     * Takes the folder of the built service, the files of rows to judge and to draw labels from, the file of draws, the
     * value of SERVICE_TOURNAMENT_GROUP (blank for none), and the file to write. A draw is a line of {@code row:gold}
     * with blanks between, numbers of rows with labels from 0 and indices of options. For each draw an object is
     * written: {@code learned}, how many of its questions were, {@code doubted}, of how many the command asks whether
     * the labels belong to them, and {@code predicted}, the probabilities of the rows to judge of these questions, by
     * number.
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
        List<LabelledSet.Rows> asked = new ArrayList<>();
        List<LabelledVectors> labels = new ArrayList<>();
        labelled.forEach((wording, rows) -> {
            LabelledVectors own = labelled(rows, draw);
            LabelledSet.Rows test = held.get(wording);
            if (own.size() > 0 && test != null) {
                asked.add(test);
                labels.add(own);
            }
        });
        List<SharedStart> starts =
                SharedStart.of(asked.stream().map(LabelledSet.Rows::type).toList(), labels);
        for (int question = 0; question < asked.size(); question++) {
            LabelledSet.Rows test = asked.get(question);
            Learning learning = Learner.learn(labels.get(question), starts.get(question));
            learned += learning instanceof Learning.Learned ? 1 : 0;
            doubted += doubted(learning, labels.get(question)) ? 1 : 0;
            for (int row = 0; row < test.places().size(); row++) {
                predicted.put(test.places().get(row), answer(learning, test.vectors(), row));
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

    /** The rows of a question that a draw has labels of, with these labels. */
    private static LabelledVectors labelled(LabelledSet.Rows rows, Map<Integer, Integer> draw) {
        List<Integer> some = IntStream.range(0, rows.places().size())
                .filter(row -> draw.containsKey(rows.places().get(row)))
                .boxed()
                .toList();
        LabelledVectors own = rows.vectors().rows(some);
        return new LabelledVectors(
                own.logits(),
                own.vectors(),
                some.stream().map(row -> draw.get(rows.places().get(row))).toList());
    }

    private static double[] answer(Learning learning, LabelledVectors rows, int row) {
        double[] logits = rows.logits().get(row);
        return Learner.softmax(
                learning instanceof Learning.Learned taught
                        ? taught.question().logits(logits, rows.vectors().get(row))
                        : logits);
    }
}
