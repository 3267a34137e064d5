// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.decisionservice.judging.learning.LabelledVectors;
import org.decisionservice.judging.learning.Learner;
import org.decisionservice.judging.learning.Learning;
import org.decisionservice.judging.learning.LearningCurve;
import org.decisionservice.judging.learning.SharedStart;
import org.decisionservice.judging.learning.Suspects;
import org.decisionservice.judging.metrics.RiskCoverage;
import org.decisionservice.judging.metrics.ThresholdSearch;

/**
 * What {@code learn} promises by rows that were left out, and what holds of rows that nobody has seen: the thresholds
 * that it writes, what it says that more labels bring, and which labels it says may be wrong. Rows are answered by the
 * model once.
 */
public final class PromiseDraws {
    private static final int[] LABELS = {100, 200, 400};
    private static final double[] WANTED = {0.9, 0.95};

    /** Rows to judge a promise by. */
    private static final int LEAST_JUDGED = 200;

    /** One label in so many is replaced. */
    private static final int WRONG = 10;

    private static final int LOOKED_AT = 20;

    private PromiseDraws() {}

    /**
     * Takes the folder of the built service, two files of rows, of which labels are drawn and the others judged, the
     * value of SERVICE_TOURNAMENT_GROUP (blank for none), the number of draws, and the file to write: lists of objects,
     * one for each draw of each question.
     *
     * @throws IOException if one of the files cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        List<LabelledVectors> questions = new ArrayList<>();
        try (LabelledSet set = LabelledSet.open(Path.of(arguments[0]), arguments[3])) {
            var test = set.read(Path.of(arguments[1]));
            set.read(Path.of(arguments[2]))
                    .forEach((wording, rows) -> questions.add(Optional.ofNullable(test.get(wording))
                            .map(more -> joined(rows.vectors(), more.vectors()))
                            .orElse(rows.vectors())));
        }
        int draws = Integer.parseInt(arguments[4]);
        try (JsonGenerator out = new JsonFactory().createGenerator(Files.newBufferedWriter(Path.of(arguments[5])))) {
            out.writeStartArray();
            for (int question = 0; question < questions.size(); question++) {
                for (int draw = 0; draw < draws; draw++) {
                    List<Integer> order = new ArrayList<>(
                            IntStream.range(0, questions.get(question).size())
                                    .boxed()
                                    .toList());
                    Collections.shuffle(order, new Random(1000L * question + draw));
                    LabelledVectors rows = questions.get(question).rows(order);
                    for (int labels : LABELS) {
                        promises(out, rows, question, draw, labels);
                    }
                    suspects(out, rows, question, draw);
                }
            }
            out.writeEndArray();
        }
    }

    private static LabelledVectors joined(LabelledVectors a, LabelledVectors b) {
        return new LabelledVectors(
                both(a.logits(), b.logits()), both(a.vectors(), b.vectors()), both(a.gold(), b.gold()));
    }

    private static <T> List<T> both(List<T> a, List<T> b) {
        List<T> both = new ArrayList<>(a);
        both.addAll(b);
        return both;
    }

    private static LabelledVectors part(LabelledVectors rows, int from, int to) {
        return rows.rows(IntStream.range(from, to).boxed().toList());
    }

    private static void promises(JsonGenerator out, LabelledVectors rows, int question, int draw, int labels)
            throws IOException {
        LabelledVectors seen = part(rows, 0, Math.min(labels, rows.size()));
        if (rows.size() < labels + LEAST_JUDGED || !(Learner.learn(seen) instanceof Learning.Learned learned)) {
            return;
        }
        LabelledVectors unseen = part(rows, labels, rows.size());
        RiskCoverage promised = curve(seen.gold(), learned.heldOut().probabilities());
        RiskCoverage kept = curve(unseen.gold(), answers(learned, unseen));
        for (double wanted : WANTED) {
            begin(out, "threshold", question, draw, labels);
            out.writeNumberField("wanted", wanted);
            Optional<ThresholdSearch.Found> found = ThresholdSearch.least(promised, wanted);
            if (found.isPresent()) {
                out.writeNumberField("promised_coverage", found.get().point().coverage());
                write(out, found.get(), kept);
            }
            out.writeEndObject();
        }
        Optional<ThresholdSearch.Found> highest = ThresholdSearch.highest(promised);
        if (highest.isPresent()) {
            begin(out, "highest", question, draw, labels);
            write(out, highest.get(), kept);
            out.writeEndObject();
        }
        if (rows.size() >= 2 * labels + LEAST_JUDGED && labels <= LABELS[1]) {
            doubling(out, rows, question, draw, labels, learned);
        }
    }

    private static void write(JsonGenerator out, ThresholdSearch.Found found, RiskCoverage kept) throws IOException {
        Optional<RiskCoverage.Point> point = kept.at(found.threshold());
        out.writeNumberField("threshold", found.threshold());
        out.writeNumberField("bound", found.bound());
        out.writeNumberField(
                "judged", kept.points().isEmpty() ? 0 : kept.points().getFirst().answered());
        out.writeNumberField("answered", point.map(RiskCoverage.Point::answered).orElse(0));
        out.writeNumberField(
                "right",
                point.map(each -> Math.round(each.accuracy() * each.answered())).orElse(0L));
    }

    private static void doubling(
            JsonGenerator out, LabelledVectors rows, int question, int draw, int labels, Learning.Learned learned)
            throws IOException {
        LearningCurve curve = LearningCurve.of(part(rows, 0, labels), SharedStart.NONE, learned.heldOut());
        LabelledVectors unseen = part(rows, 2 * labels, rows.size());
        double before = right(unseen, answers(learned, unseen));
        double after = Learner.learn(part(rows, 0, 2 * labels)) instanceof Learning.Learned more
                ? right(unseen, answers(more, unseen))
                : right(unseen, unseen.logits());
        if (curve.last().isEmpty()) {
            return;
        }
        LearningCurve.Doubling last = curve.last().get();
        begin(out, "doubling", question, draw, labels);
        out.writeArrayFieldStart("curve");
        for (LearningCurve.Point point : curve.points()) {
            out.writeArray(new double[] {point.labels(), point.accuracy()}, 0, 2);
        }
        out.writeEndArray();
        out.writeNumberField("gain", last.gain());
        out.writeNumberField("error", last.error());
        out.writeNumberField("brought", after - before);
        out.writeNumberField("judged", unseen.size());
        out.writeEndObject();
    }

    private static void suspects(JsonGenerator out, LabelledVectors rows, int question, int draw) throws IOException {
        int labels = LABELS[0];
        LabelledVectors seen = part(rows, 0, labels);
        Random random = new Random(draw);
        List<Integer> gold = new ArrayList<>(seen.gold());
        for (int row = 0; row < labels / WRONG; row++) {
            gold.set(row, (gold.get(row) + 1 + random.nextInt(rows.options() - 1)) % rows.options());
        }
        LabelledVectors wrong = new LabelledVectors(seen.logits(), seen.vectors(), gold);
        Optional<Learning.HeldOut> heldOut = switch (Learner.learn(wrong)) {
            case Learning.Learned learned -> Optional.of(learned.heldOut());
            case Learning.NoGain gain -> Optional.of(gain.heldOut());
            case Learning.TooFew _, Learning.OneOption _ -> Optional.empty();
        };
        if (heldOut.isPresent()) {
            List<Suspects.Suspect> suspects = Suspects.of(wrong, heldOut.get());
            begin(out, "suspects", question, draw, labels);
            out.writeNumberField("wrong", labels / WRONG);
            out.writeNumberField("listed", suspects.size());
            out.writeNumberField(
                    "found",
                    suspects.stream()
                            .limit(LOOKED_AT)
                            .filter(each -> each.row() < labels / WRONG)
                            .count());
            out.writeEndObject();
        }
    }

    private static void begin(JsonGenerator out, String what, int question, int draw, int labels) throws IOException {
        out.writeStartObject();
        out.writeStringField("what", what);
        out.writeNumberField("question", question);
        out.writeNumberField("draw", draw);
        out.writeNumberField("labels", labels);
    }

    private static List<double[]> answers(Learning.Learned learned, LabelledVectors rows) {
        return IntStream.range(0, rows.size())
                .mapToObj(row -> Learner.softmax(learned.question()
                        .logits(rows.logits().get(row), rows.vectors().get(row))))
                .toList();
    }

    private static double right(LabelledVectors rows, List<double[]> answers) {
        return (double) IntStream.range(0, rows.size())
                        .filter(row ->
                                likeliest(answers.get(row)) == rows.gold().get(row))
                        .count()
                / rows.size();
    }

    private static int likeliest(double[] p) {
        return IntStream.range(0, p.length)
                .reduce((a, b) -> p[b] > p[a] ? b : a)
                .orElseThrow();
    }

    private static RiskCoverage curve(List<Integer> gold, List<double[]> answers) {
        return RiskCoverage.ofOutcomes(IntStream.range(0, gold.size())
                .mapToObj(row -> {
                    double[] p = answers.get(row);
                    int best = likeliest(p);
                    return new RiskCoverage.Outcome(Math.round(p[best] * 1e4) / 1e4, best == gold.get(row));
                })
                .toList());
    }
}
