// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.drift;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.decisionservice.judging.drift.Baseline;
import org.decisionservice.judging.drift.Dispersion;
import org.decisionservice.judging.drift.Shift;
import org.decisionservice.judging.drift.Tally;
import org.decisionservice.judging.drift.Trait;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.labelled.Recorded;

/** The answers of a decision log, counted by question and day: memory grows with those, and not with the answers. */
public final class LoggedAnswers {
    /** Clients may make up ids; what comes after so many is left out. */
    private static final int MOST_READ = 10_000;

    /** The number of questions in a baseline: those that are asked most. */
    private static final int MOST_KEPT = 100;

    private final Map<QuestionKey, SequencedMap<LocalDate, Tally>> tallies = new LinkedHashMap<>();
    private final Set<String> sides = new HashSet<>();
    private long lines;
    private long leftOut;
    private Instant from = Instant.MAX;
    private Instant to = Instant.MIN;

    /** A question in its words. */
    private record QuestionKey(String id, String wording) {}

    private LoggedAnswers() {}

    /**
     * Counts the answers in {@code log}.
     *
     * @throws LabelsException if it is no decision log, holds no answers, or two to each question
     */
    public static LoggedAnswers read(Path log) {
        LoggedAnswers answers = new LoggedAnswers();
        LoggedAnswer.forEach(log, answers::add);
        if (answers.sides.size() > 1) {
            throw Recorded.ofTwo(log);
        }
        if (answers.lines == 0) {
            throw LabelsException.of(log, "it holds no answers; SERVICE_DECISION_LOG names a file that gets them");
        }
        return answers;
    }

    private void add(LoggedAnswer answer) {
        answer.side().ifPresent(sides::add);
        QuestionKey asked = new QuestionKey(answer.id(), answer.wording());
        if (tallies.size() == MOST_READ && !tallies.containsKey(asked)) {
            leftOut++;
            return;
        }
        Instant time = answer.time();
        from = time.isBefore(from) ? time : from;
        to = time.isAfter(to) ? time : to;
        lines++;
        tallies.computeIfAbsent(asked, _ -> new TreeMap<>())
                .computeIfAbsent(LocalDate.ofInstant(time, ZoneOffset.UTC), _ -> new Tally())
                .add(answer.seen());
    }

    /** Makes a baseline of the questions with the most answers, each in its most frequent words. */
    public Baseline freeze() {
        SequencedMap<String, Baseline.QuestionBaseline> kept = new LinkedHashMap<>();
        tallies.entrySet().stream()
                .map(entry ->
                        Map.entry(entry.getKey(), List.copyOf(entry.getValue().values())))
                .sorted(Comparator.comparingLong(
                                (Map.Entry<QuestionKey, List<Tally>> entry) -> answers(entry.getValue()))
                        .reversed())
                .filter(entry -> answers(entry.getValue()) >= Shift.LEAST_ANSWERS)
                .takeWhile(_ -> kept.size() < MOST_KEPT)
                .forEachOrdered(entry -> kept.putIfAbsent(entry.getKey().id(), asked(entry)));
        return new Baseline(kept);
    }

    private static long answers(List<Tally> days) {
        return days.stream().mapToLong(Tally::answers).sum();
    }

    private static Baseline.QuestionBaseline asked(Map.Entry<QuestionKey, List<Tally>> entry) {
        Map<Trait, Dispersion> dispersions = new EnumMap<>(Trait.class);
        for (Trait trait : Trait.values()) {
            dispersions.put(trait, Shift.dispersion(trait, entry.getValue()));
        }
        return new Baseline.QuestionBaseline(entry.getKey().wording(), sum(entry.getValue()), dispersions);
    }

    private static Tally sum(Iterable<Tally> days) {
        Tally sum = new Tally();
        days.forEach(sum::add);
        return sum;
    }

    /** The answers to a question in these words; empty if it was not asked. */
    Optional<Tally> of(String id, String wording) {
        return Optional.ofNullable(tallies.get(new QuestionKey(id, wording))).map(days -> sum(days.values()));
    }

    /** Whether a question of this id was asked, in whatever words. */
    boolean asks(String id) {
        return tallies.keySet().stream().anyMatch(asked -> asked.id().equals(id));
    }

    /** The time between the first and the last answer, in days. */
    double days() {
        return Duration.between(from, to).toSeconds()
                / (double) Duration.ofDays(1).toSeconds();
    }

    Instant from() {
        return from;
    }

    Instant to() {
        return to;
    }

    /** Answers that were counted. */
    long count() {
        return lines;
    }

    /** The counts, for people. */
    public String said(Path log) {
        String left = leftOut == 0
                ? ""
                : "; " + leftOut + " answers to others than the first " + MOST_READ + " questions are left out";
        return log + ": " + lines + " answers to " + tallies.size() + (tallies.size() == 1 ? " question" : " questions")
                + ", " + from + " to " + to + left;
    }
}
