// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.core.learning.Coverage;
import org.decisionservice.judging.metrics.Judged;
import org.jspecify.annotations.Nullable;

/** Fits the calibration of one checkpoint. */
public final class Calibrator {
    /** With fewer labels a type keeps the checkpoint's own temperature. */
    public static final int LEAST_FOR_TYPE = 20;
    /** With fewer labels a number of options, or a question, keeps the values of its type. */
    public static final int LEAST_FOR_OWN = 30;

    private final List<Sample> rows;
    private final Choice choice;
    private final Map<QuestionType, Choice.Chosen> types = new EnumMap<>(QuestionType.class);
    private final SequencedMap<String, Choice.Chosen> buckets = new TreeMap<>();
    private final SequencedMap<String, Choice.Chosen> questions = new TreeMap<>();
    private Optional<Scaling> noulTemperature = Optional.empty();
    private final List<String> kept = new ArrayList<>();

    private Calibrator(List<Sample> rows) {
        this.rows = List.copyOf(rows);
        choice = new Choice(rows);
    }

    /**
     * The result of a fit.
     *
     * @param types what holds for a type, where labels changed it
     * @param buckets what holds for a type and number of options, by {@link Temperatures#bucketOf}
     * @param questions what holds for one question, by its wording
     * @param noulTemperature the best temperature of noul without a bias, for readers that know no bias; empty if none
     *     beats the checkpoint's own
     * @param kept one line for each question with too few labels
     * @param heldOut how well the right option of each row fits by what was fitted without the row, by wording:
     *     {@link Coverage#score}
     */
    public record Fitted(
            Map<QuestionType, Scaling> types,
            SequencedMap<String, Scaling> buckets,
            SequencedMap<String, Scaling> questions,
            Optional<Scaling> noulTemperature,
            List<String> kept,
            SequencedMap<String, List<Double>> heldOut) {
        public Fitted {
            types = Map.copyOf(types);
            buckets = Collections.unmodifiableSequencedMap(new TreeMap<>(buckets));
            questions = Collections.unmodifiableSequencedMap(new TreeMap<>(questions));
            kept = List.copyOf(kept);
            heldOut = Collections.unmodifiableSequencedMap(new TreeMap<>(heldOut));
        }

        /** Whether no label changed anything. */
        public boolean isEmpty() {
            return types.isEmpty() && buckets.isEmpty() && questions.isEmpty();
        }

        /** The scaling of {@code row}: its question's own, its number of options', its type's, or what it had. */
        public Scaling of(Sample row) {
            Scaling type = types.getOrDefault(row.answer().type(), Scaling.of(row.temperature()));
            return questions.getOrDefault(row.answer().wording(), buckets.getOrDefault(bucket(row), type));
        }
    }

    /** Fits {@code rows}, which one checkpoint answered without calibration. */
    public static Fitted fit(List<Sample> rows) {
        Calibrator calibrator = new Calibrator(rows);
        calibrator.fitTypes();
        calibrator.fitOptions();
        calibrator.fitQuestions();
        return calibrator.fitted();
    }

    private void fitTypes() {
        by(row -> row.answer().type().wireName()).values().forEach(own -> {
            if (own.size() >= LEAST_FOR_TYPE) {
                QuestionType type = rows.get(own.getFirst()).answer().type();
                if (type == QuestionType.NOUL) {
                    noulTemperature = choice.best(own, this::base, List.of(Fit.TEMPERATURE))
                            .map(Choice.Chosen::scaling);
                }
                choice.best(own, this::base, typeFits(type)).ifPresent(chosen -> types.put(type, chosen));
            }
        });
    }

    private static List<Fit> typeFits(QuestionType type) {
        return type == QuestionType.NOUL
                ? List.of(Fit.TEMPERATURE, Fit.TEMPERATURE_AND_BIAS)
                : List.of(Fit.TEMPERATURE);
    }

    /** Temperatures only: a noul always has two options. */
    private void fitOptions() {
        by(Calibrator::bucket).forEach((bucket, own) -> {
            if (own.size() >= LEAST_FOR_OWN && rows.get(own.getFirst()).answer().type() != QuestionType.NOUL) {
                choice.best(own, this::base, List.of(Fit.TEMPERATURE)).ifPresent(chosen -> buckets.put(bucket, chosen));
            }
        });
    }

    private void fitQuestions() {
        by(row -> row.answer().wording()).forEach((wording, own) -> {
            if (own.size() >= LEAST_FOR_OWN) {
                choice.best(
                                own,
                                this::base,
                                ownFits(rows.get(own.getFirst()).answer().type()))
                        .ifPresent(chosen -> questions.put(wording, chosen));
            } else {
                kept.add(String.format(
                        Locale.ROOT,
                        "%s: %d labels are too few for values of its own, it keeps those of its type",
                        rows.get(own.getFirst()).answer().question(),
                        own.size()));
            }
        });
    }

    /**
     * The fits of a question's own values. They have none of the bounds of a type's, whose temperature is upstream's
     * member.
     */
    static List<Fit> ownFits(QuestionType type) {
        return type == QuestionType.NOUL
                ? List.of(Fit.OWN_TEMPERATURE, Fit.OWN_TEMPERATURE_AND_BIAS, Fit.NOT_CALIBRATED)
                : List.of(Fit.OWN_TEMPERATURE, Fit.NOT_CALIBRATED);
    }

    /** The scaling that a row has so far, as fitted without the rows of {@code fold}, if it is one. */
    private Scaling base(int index, int fold) {
        Sample row = rows.get(index);
        Choice.@Nullable Chosen chosen = questions.get(row.answer().wording());
        if (chosen == null) {
            chosen = buckets.get(bucket(row));
        }
        if (chosen == null) {
            chosen = types.get(row.answer().type());
        }
        if (chosen == null) {
            return Scaling.of(row.temperature());
        }
        return fold == Choice.NONE ? chosen.scaling() : chosen.without().get(fold);
    }

    private Fitted fitted() {
        return new Fitted(scalings(types), sorted(buckets), sorted(questions), noulTemperature, kept, heldOut());
    }

    private SequencedMap<String, List<Double>> heldOut() {
        SequencedMap<String, List<Double>> heldOut = new TreeMap<>();
        for (int i = 0; i < rows.size(); i++) {
            Judged unseen = rows.get(i).scaled(base(i, choice.fold(i)));
            double[] p = IntStream.range(0, unseen.probabilities().size())
                    .mapToDouble(unseen.probabilities()::get)
                    .toArray();
            heldOut.computeIfAbsent(unseen.wording(), _ -> new ArrayList<>())
                    .add(Coverage.score(unseen.type(), p, unseen.gold()));
        }
        return heldOut;
    }

    private static SequencedMap<String, Scaling> sorted(Map<String, Choice.Chosen> chosen) {
        return new TreeMap<>(scalings(chosen));
    }

    private static <K> Map<K, Scaling> scalings(Map<K, Choice.Chosen> chosen) {
        return chosen.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().scaling()));
    }

    /** Indices of the rows, by what {@code key} makes of them. */
    private SequencedMap<String, List<Integer>> by(Function<Sample, String> key) {
        SequencedMap<String, List<Integer>> groups = new TreeMap<>();
        for (int i = 0; i < rows.size(); i++) {
            groups.computeIfAbsent(key.apply(rows.get(i)), _ -> new ArrayList<>())
                    .add(i);
        }
        return groups;
    }

    private static String bucket(Sample row) {
        return Temperatures.bucketOf(
                row.answer().type(), row.answer().probabilities().size());
    }
}
