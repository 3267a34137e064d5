// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.decisionservice.core.learning.Familiarity;
import org.decisionservice.core.learning.Features;
import org.decisionservice.judging.learning.FamiliarStates;
import org.decisionservice.judging.learning.LabelledVectors;
import org.decisionservice.judging.learning.Learner;
import org.decisionservice.judging.learning.Learning;

/** How unlike the labelled states of a draw other states are, and how sure the answers about them. */
public final class UnlikeDraws {
    private UnlikeDraws() {}

    /**
     * Takes the folder of the built service, the files of rows to draw labels from, of other rows like them, and of
     * foreign ones, all of one question, the file of draws, and the file to write. A draw is a line of numbers of rows,
     * from 0. For each draw an object is written: of the rows {@code like} and {@code foreign} their distances, each
     * divided by the limit, and the largest probability of each answer.
     *
     * @throws IOException if one of the files cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        try (LabelledSet set = LabelledSet.open(Path.of(arguments[0]), "");
                JsonGenerator out = new JsonFactory().createGenerator(Files.newBufferedWriter(Path.of(arguments[5])))) {
            LabelledVectors labels = only(set, arguments[1]);
            LabelledVectors like = only(set, arguments[2]);
            LabelledVectors foreign = only(set, arguments[3]);
            out.writeStartArray();
            for (String line : Files.readAllLines(Path.of(arguments[4]))) {
                LabelledVectors drawn = labels.rows(
                        Arrays.stream(line.split(" ")).map(Integer::valueOf).toList());
                Familiarity states = FamiliarStates.of(drawn).orElseThrow();
                Learning learning = Learner.learn(drawn);
                out.writeStartObject();
                write(out, "like", like, states, learning);
                write(out, "foreign", foreign, states, learning);
                out.writeEndObject();
            }
            out.writeEndArray();
        }
    }

    private static LabelledVectors only(LabelledSet set, String file) {
        return set.read(Path.of(file)).firstEntry().getValue().vectors();
    }

    private static void write(
            JsonGenerator out, String name, LabelledVectors rows, Familiarity states, Learning learning)
            throws IOException {
        List<float[]> vectors = rows.vectors();
        out.writeFieldName(name);
        double[] distances = vectors.stream()
                .mapToDouble(each -> states.distance(Features.scaled(each)) / states.limit())
                .toArray();
        double[] sure = IntStream.range(0, rows.size())
                .mapToDouble(row -> Arrays.stream(Learner.softmax(
                                learning instanceof Learning.Learned taught
                                        ? taught.question().logits(rows.logits().get(row), vectors.get(row))
                                        : rows.logits().get(row)))
                        .max()
                        .orElseThrow())
                .toArray();
        out.writeStartObject();
        out.writeFieldName("distances");
        out.writeArray(distances, 0, distances.length);
        out.writeFieldName("confidences");
        out.writeArray(sure, 0, sure.length);
        out.writeEndObject();
    }
}
