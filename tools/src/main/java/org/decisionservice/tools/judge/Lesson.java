// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.Probabilities;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.learning.Coverage;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.core.learning.LearnedStates;
import org.decisionservice.core.learning.OptionPlaces;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.core.text.EqualStates;
import org.decisionservice.judging.calibration.Calibrator;
import org.decisionservice.judging.calibration.Sample;
import org.decisionservice.judging.learning.FamiliarStates;
import org.decisionservice.judging.learning.LabelledVectors;
import org.decisionservice.judging.learning.Learner;
import org.decisionservice.judging.learning.Learning;
import org.decisionservice.judging.learning.LearningCurve;
import org.decisionservice.judging.learning.SharedStart;
import org.decisionservice.judging.learning.Suspects;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.tools.report.LearningReport;

/**
 * What the labels of one question taught.
 *
 * @param alone its rows as the checkpoint answered them, in the order of the file
 * @param start what other questions of the file taught
 */
public record Lesson(List<Judged> alone, LabelledVectors vectors, SharedStart start, Learning learning) {
    /** As many {@link #suspects} as somebody looks at in one go; the others are less in doubt. */
    public static final int MOST_SUSPECTS = 20;

    private static final double LEAST_PROBABILITY = 1e-300;
    private static final int FOLDS = 5;

    public Lesson {
        alone = List.copyOf(alone);
    }

    /** The lessons of all questions that a checkpoint of these names answered, in the order of the file. */
    public static List<Lesson> of(Judgement judgement, Set<String> checkpoint) {
        SequencedMap<String, List<Integer>> byWording = new LinkedHashMap<>();
        for (int row = 0; row < judgement.rows().size(); row++) {
            Judged judged = judgement.rows().get(row);
            if (checkpoint.contains(judged.checkpoint())) {
                byWording
                        .computeIfAbsent(wording(judged), _ -> new ArrayList<>())
                        .add(row);
            }
        }
        List<List<Judged>> questions = byWording.values().stream()
                .map(rows -> inOneOrder(judgement, rows))
                .toList();
        List<LabelledVectors> vectors = byWording.values().stream()
                .map(rows -> vectors(judgement, rows))
                .toList();
        List<SharedStart> starts = SharedStart.of(
                questions.stream().map(rows -> rows.getFirst().type()).toList(), vectors);
        return IntStream.range(0, questions.size())
                .mapToObj(i -> new Lesson(
                        questions.get(i), vectors.get(i), starts.get(i), Learner.learn(vectors.get(i), starts.get(i))))
                .toList();
    }

    /** What the rows at {@code places}, of one question, are learned from. */
    public static LabelledVectors vectors(Judgement judgement, List<Integer> places) {
        List<Judged> rows = inOneOrder(judgement, places);
        return new LabelledVectors(
                rows.stream().map(row -> logits(row.probabilities())).toList(),
                places.stream().map(judgement.stateVectors()::get).toList(),
                rows.stream().map(Judged::gold).toList(),
                states(rows));
    }

    /** A number for each state, the same for equal ones: [rows]. */
    private static List<Integer> states(List<Judged> rows) {
        Map<String, Integer> numbers = new HashMap<>();
        return rows.stream()
                .map(row -> EqualStates.key(row.context().state()))
                .map(key -> numbers.computeIfAbsent(key, _ -> numbers.size()))
                .toList();
    }

    /** The rows at {@code places} with their options in the order of the first. */
    private static List<Judged> inOneOrder(Judgement judgement, List<Integer> places) {
        Judged first = judgement.rows().get(places.getFirst());
        return places.stream()
                .map(judgement.rows()::get)
                .map(row -> inOrderOf(first, row))
                .toList();
    }

    /** The same for questions whose options are in another order: what was learned of one is learned of all. */
    private static String wording(Judged row) {
        return Wording.inAnyOrder(
                row.type(), row.context().instructions(), row.context().optionTexts());
    }

    /** A row of the same question with its options in the order of {@code first}. */
    private static Judged inOrderOf(Judged first, Judged row) {
        List<String> asked = row.context().optionTexts();
        if (asked.equals(first.context().optionTexts())) {
            return row;
        }
        int[] places = OptionPlaces.of(first.context().optionTexts(), asked);
        double[] p = Arrays.stream(places)
                .mapToDouble(place -> row.probabilities().get(place))
                .toArray();
        int gold = IntStream.range(0, places.length)
                .filter(option -> places[option] == row.gold())
                .findFirst()
                .orElseThrow();
        return new Judged(
                first.question(),
                first.wording(),
                first.type(),
                first.options(),
                row.checkpoint(),
                row.language(),
                Probabilities.of(p),
                row.answerConfidence(),
                gold,
                row.context());
    }

    /** What the probabilities came from, divided by the temperature; a constant of the row does not matter. */
    static double[] logits(Probabilities p) {
        return IntStream.range(0, p.size())
                .mapToDouble(option -> Math.log(Math.max(p.get(option), LEAST_PROBABILITY)))
                .toArray();
    }

    /** What people call the question. */
    public String name() {
        return alone.getFirst().question();
    }

    public String wording() {
        return wording(alone.getFirst());
    }

    /** The options that no label names. */
    private List<String> optionsWithoutLabel(LearnedQuestion question) {
        return IntStream.range(0, question.options())
                .filter(option -> question.labels(option) == 0)
                .mapToObj(alone.getFirst().options()::get)
                .toList();
    }

    /** The rows as fits answer them that have not seen them. */
    public List<Judged> learned(Learning.HeldOut heldOut) {
        return IntStream.range(0, alone.size())
                .mapToObj(row -> answered(
                        alone.get(row),
                        Probabilities.of(heldOut.probabilities().get(row).clone())))
                .toList();
    }

    private static Judged answered(Judged row, Probabilities p) {
        return new Judged(
                row.question(),
                row.wording(),
                row.type(),
                row.options(),
                row.checkpoint(),
                row.language(),
                p,
                p.max(),
                row.gold(),
                row.context());
    }

    /** The rows as calibrations answer them that were fitted to others. */
    public List<Judged> calibrated() {
        List<Sample> samples = alone.stream().map(row -> new Sample(row, 1)).toList();
        List<Judged> answers = new ArrayList<>(alone);
        for (int fold = 0; fold < FOLDS; fold++) {
            int left = fold;
            Calibrator.Fitted fitted = Calibrator.fit(IntStream.range(0, samples.size())
                    .filter(row -> row % FOLDS != left)
                    .mapToObj(samples::get)
                    .toList());
            for (int row = fold; row < samples.size(); row += FOLDS) {
                answers.set(row, samples.get(row).scaled(fitted.of(samples.get(row))));
            }
        }
        return answers;
    }

    /** The next float that is not larger: an option that fits as well as a held-out one must not be excluded. */
    private static float lower(double value) {
        float rounded = (float) value;
        return rounded > value ? Math.nextDown(rounded) : rounded;
    }

    /** What rows without a label are answered by, if it is learned; nothing is said of coverage. */
    Optional<TaughtQuestion> taught() {
        return learning instanceof Learning.Learned learned
                ? Optional.of(new TaughtQuestion(
                        alone.getFirst().context().optionTexts(),
                        learned.question(),
                        HeldOut.of(new double[0]),
                        LearnedStates.UNKNOWN,
                        Optional.empty()))
                : Optional.empty();
    }

    /** What a report says of it. */
    public LearningReport.Lesson reported() {
        return switch (learning) {
            case Learning.TooFew _ ->
                unlearned(
                        Optional.empty(),
                        "not learned: it takes " + Learner.LEAST + " labels of different states, better 100");
            case Learning.OneOption(int option) ->
                unlearned(
                        Optional.empty(),
                        "not learned: every row is labelled '"
                                + alone.getFirst().options().get(option) + "'; label rows of other options, too");
            case Learning.NoGain gain ->
                unlearned(
                        Optional.of(gain.heldOut()),
                        "not learned: these labels do not show for sure that it helps" + doubt(gain.heldOut()));
            case Learning.Learned taught ->
                new LearningReport.Lesson(
                        alone,
                        calibrated(),
                        learned(taught.heldOut()),
                        Optional.of(LearningCurve.of(vectors, start, taught.heldOut())),
                        (taught.own()
                                        ? "learned from " + alone.size() + " labels" + without(taught.question())
                                        : "learned from the labels of the other yes/no questions; its own do not show"
                                                + " for sure that they help")
                                + doubt(taught.heldOut()));
        };
    }

    /** Its rows as they are answered in future by what has not seen them. */
    public List<Judged> leftOut(LearningReport.Lesson reported) {
        return learning instanceof Learning.Learned ? reported.learned() : alone;
    }

    /**
     * The labels that the others contradict, the one that is most in doubt first; none if nothing could be fitted, or
     * if the labels have so little in common that each is in doubt.
     */
    public List<Suspects.Suspect> suspects() {
        return switch (learning) {
            case Learning.Learned taught -> suspects(taught.heldOut());
            case Learning.NoGain gain -> suspects(gain.heldOut());
            case Learning.TooFew _, Learning.OneOption _ -> List.of();
        };
    }

    private List<Suspects.Suspect> suspects(Learning.HeldOut heldOut) {
        return Learner.seemsUnrelated(vectors, heldOut) ? List.of() : Suspects.of(vectors, heldOut);
    }

    private String doubt(Learning.HeldOut heldOut) {
        return Learner.seemsUnrelated(vectors, heldOut)
                ? "; but these labels agree neither with the checkpoint nor with the states more than chance would:"
                        + " do they belong to this question?"
                : "";
    }

    private String without(LearnedQuestion question) {
        List<String> options = optionsWithoutLabel(question);
        return options.isEmpty()
                ? ""
                : "; no row is labelled "
                        + options.stream().map(option -> "'" + option + "'").collect(Collectors.joining(", "))
                        + ", so the checkpoint alone says how likely " + (options.size() == 1 ? "it is" : "they are");
    }

    private LearningReport.Lesson unlearned(Optional<Learning.HeldOut> heldOut, String why) {
        return new LearningReport.Lesson(
                alone,
                heldOut.isPresent() ? calibrated() : List.of(),
                heldOut.map(this::learned).orElse(List.of()),
                Optional.empty(),
                why);
    }

    /**
     * What is written of a question that was learned.
     *
     * @param digest of the labels: the same labels write the same file
     * @param unlike whether states that are unlike the labelled ones are to be told
     */
    public LearnedFile.Entry entry(Learning.Learned learned, String digest, boolean unlike) {
        float[] right = new float[alone.size()];
        for (int row = 0; row < right.length; row++) {
            Judged own = alone.get(row);
            right[row] = lower(
                    Coverage.score(own.type(), learned.heldOut().probabilities().get(row), own.gold()));
        }
        Judged first = alone.getFirst();
        return new LearnedFile.Entry(
                first.type(),
                first.context().instructions(),
                first.context().optionTexts(),
                first.context().narrowed(),
                learned.question(),
                right,
                LearnedStates.of(
                        digest + wording(),
                        alone.stream().map(row -> row.context().state()).toList()),
                unlike ? FamiliarStates.of(vectors) : Optional.empty());
    }
}
