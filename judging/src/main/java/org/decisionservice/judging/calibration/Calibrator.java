// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Scaling;

/** Fits the calibration of one checkpoint. */
public final class Calibrator {
    /** With fewer labels a type keeps the checkpoint's own temperature. */
    public static final int LEAST_FOR_TYPE = 20;
    /** With fewer labels a number of options, or a question, keeps the values of its type. */
    public static final int LEAST_FOR_OWN = 30;

    private final List<Sample> rows;
    private final Map<QuestionType, Scaling> types = new EnumMap<>(QuestionType.class);
    private final SequencedMap<String, Scaling> buckets = new TreeMap<>();
    private final SequencedMap<String, Scaling> questions = new TreeMap<>();
    private final List<String> kept = new ArrayList<>();

    private Calibrator(List<Sample> rows) {
        this.rows = List.copyOf(rows);
    }

    /**
     * What was fitted.
     *
     * @param types what holds for a type, where labels changed it
     * @param buckets what holds for a type and number of options, by {@link Temperatures#bucketOf}
     * @param questions what holds for one question, by its wording
     * @param kept one line for each question with too few labels
     */
    public record Fitted(
            Map<QuestionType, Scaling> types,
            SequencedMap<String, Scaling> buckets,
            SequencedMap<String, Scaling> questions,
            List<String> kept) {
        public Fitted {
            types = Map.copyOf(types);
            buckets = Collections.unmodifiableSequencedMap(new TreeMap<>(buckets));
            questions = Collections.unmodifiableSequencedMap(new TreeMap<>(questions));
            kept = List.copyOf(kept);
        }

        /** What {@code row} gets: its question's own, its number of options', its type's, or what it had. */
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
        by(row -> row.answer().type().wireName()).values().forEach(type -> {
            if (type.size() >= LEAST_FOR_TYPE) {
                best(type)
                        .ifPresent(scaling -> types.put(type.getFirst().answer().type(), scaling));
            }
        });
    }

    /** Temperatures only: a noul always has two options. */
    private void fitOptions() {
        by(Calibrator::bucket).forEach((bucket, own) -> {
            if (own.size() >= LEAST_FOR_OWN && own.getFirst().answer().type() != QuestionType.NOUL) {
                best(own).ifPresent(scaling -> buckets.put(bucket, scaling));
            }
        });
    }

    private void fitQuestions() {
        by(row -> row.answer().wording()).forEach((wording, own) -> {
            if (own.size() >= LEAST_FOR_OWN) {
                best(own).ifPresent(scaling -> questions.put(wording, scaling));
            } else {
                kept.add("%s: %d labels are too few for values of its own, it keeps those of its type"
                        .formatted(own.getFirst().answer().question(), own.size()));
            }
        });
    }

    private Optional<Scaling> best(List<Sample> own) {
        Fitted now = fitted();
        List<Fit> fits = own.getFirst().answer().type() == QuestionType.NOUL
                ? List.of(Fit.TEMPERATURE, Fit.TEMPERATURE_AND_BIAS)
                : List.of(Fit.TEMPERATURE);
        return Choice.best(own, own.stream().map(now::of).toList(), fits);
    }

    private Fitted fitted() {
        return new Fitted(types, buckets, questions, kept);
    }

    private SequencedMap<String, List<Sample>> by(Function<Sample, String> key) {
        return new TreeMap<>(rows.stream().collect(Collectors.groupingBy(key)));
    }

    private static String bucket(Sample row) {
        return Temperatures.bucketOf(
                row.answer().type(), row.answer().probabilities().size());
    }
}
