// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.decisionservice.api.QuestionType;
import org.decisionservice.judging.metrics.Confusion;
import org.decisionservice.judging.metrics.Interval;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.judging.metrics.ThresholdSearch;

/**
 * The meaning of a question's numbers, in words that need no statistics.
 *
 * @param grade how good the answers are, in one word, with which {@code quality} begins
 * @param quality how good the answers are
 * @param trust whether the probabilities can be taken at their word
 * @param next what to do now, first things first
 */
public record Verdict(Grade grade, String quality, String trust, List<String> next) {
    /** With fewer rows, nothing can be said. */
    static final int LEAST_ROWS = 20;

    static final double VERY_GOOD = 0.95;
    static final double FAIR = 0.7;
    private static final double GOOD = 0.85;
    /** By so much probabilities may be off before somebody who reads them is misled. */
    static final double NEGLIGIBLE = 0.05;

    /** The quality of answers. */
    public enum Grade {
        VERY_GOOD("Very good"),
        GOOD("Good"),
        FAIR("Fair"),
        WEAK("Weak"),
        NOT_USEFUL("Not useful"),
        UNKNOWN("Too few labels to judge by");

        private final String words;

        Grade(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    public Verdict {
        next = List.copyOf(next);
    }

    @Override
    public String toString() {
        return quality + " " + trust + " " + String.join(" ", next);
    }

    /**
     * Judges the answers to one question, or to several.
     *
     * @param confusion what was mistaken for what; empty if {@code rows} are of several questions
     */
    static Verdict of(
            List<Judged> rows,
            Metrics metrics,
            Optional<ThresholdSearch.Found> threshold,
            double wanted,
            Optional<Confusion> confusion,
            Measurement measurement) {
        int n = rows.size();
        long right = rows.stream().filter(Judged::right).count();
        if (n < LEAST_ROWS) {
            return new Verdict(
                    Grade.UNKNOWN,
                    String.format(
                            Locale.ROOT, "%s: %d of %d %s right.", Grade.UNKNOWN, right, n, right == 1 ? "is" : "are"),
                    "Whether its probabilities can be trusted, so few do not show.",
                    List.of(String.format(Locale.ROOT, "Label at least %d more.", LEAST_ROWS - n)));
        }
        Optional<String> constant = confusion.flatMap(table -> constant(rows, table, metrics));
        Grade grade = constant.isPresent() ? Grade.NOT_USEFUL : grade((double) right / n);
        return new Verdict(
                grade,
                quality(grade, right, n, metrics.accuracy().interval())
                        + constant.orElse("")
                        + (confusion.isPresent() ? nearby(rows) : "")
                        + confusion
                                .filter(_ -> right < VERY_GOOD * n)
                                .flatMap(table -> mixUp(rows.getFirst().type(), table))
                                .orElse(""),
                trust(rows, metrics),
                confusion.isEmpty()
                        ? List.of("Questions differ: each has a verdict of its own.")
                        : new NextSteps(rows, metrics, threshold, wanted, constant.isPresent(), measurement)
                                .sentences());
    }

    /** Of a score, how many answers are near: a level beside the right one is often good enough. */
    private static String nearby(List<Judged> rows) {
        return rows.getFirst().type() == QuestionType.SCORE
                ? String.format(
                        Locale.ROOT,
                        " At most one level off: %d.",
                        rows.stream()
                                .filter(row -> Math.abs(row.probabilities().argMax() - row.gold()) <= 1)
                                .count())
                : "";
    }

    private static Grade grade(double share) {
        return share >= VERY_GOOD
                ? Grade.VERY_GOOD
                : share >= GOOD ? Grade.GOOD : share >= FAIR ? Grade.FAIR : Grade.WEAK;
    }

    private static String quality(Grade grade, long right, int n, Interval interval) {
        return String.format(
                Locale.ROOT,
                "%s: %d of %d answers are right; among many more of the same kind it would be %s to %s.",
                grade,
                right,
                n,
                percent(Math.floor(100 * interval.low())),
                percent(Math.ceil(100 * interval.high())));
    }

    /** Says so if always giving the same answer would not be worse. */
    private static Optional<String> constant(List<Judged> rows, Confusion confusion, Metrics metrics) {
        int[] golds = confusion.counts().stream()
                .mapToInt(line -> line.stream().mapToInt(Integer::intValue).sum())
                .toArray();
        int most = IntStream.range(0, golds.length)
                .reduce((a, b) -> golds[b] > golds[a] ? b : a)
                .orElseThrow();
        double share = (double) golds[most] / rows.size();
        // Labels that are all alike cannot show whether options are told apart.
        return share < 1 && metrics.accuracy().value() <= share
                ? Optional.of(String.format(
                        Locale.ROOT,
                        " Always answering “%s” would be right %s often (%s).",
                        Words.option(rows.getFirst().type(), confusion.options().get(most)),
                        metrics.accuracy().value() < share ? "more" : "as",
                        percent(100 * share)))
                : Optional.empty();
    }

    private static String trust(List<Judged> rows, Metrics metrics) {
        Interval error = metrics.calibrationError().interval();
        double confidence = rows.stream()
                .mapToDouble(row -> row.probabilities().max())
                .average()
                .orElseThrow();
        double gap = confidence - metrics.accuracy().value();
        if (error.low() > NEGLIGIBLE) {
            return String.format(
                    Locale.ROOT,
                    "Do not take its probabilities at their word: it says %s on average and is right in %s%s.",
                    percent(100 * confidence),
                    percent(100 * metrics.accuracy().value()),
                    Math.abs(gap) < NEGLIGIBLE
                            ? ", but among answers of one confidence the two are apart, on average by "
                                    + inAHundred(Math.floor(100 * error.low())) + " or more"
                            : gap > 0 ? ", so it is too sure of itself" : ", so it is better than it says");
        }
        if (error.high() <= NEGLIGIBLE) {
            return "Its probabilities can be taken at their word: of answers with 90 %, about 90 % are right.";
        }
        return error.low() > 0
                ? "Its probabilities are not exact: on average they are off by up to "
                        + inAHundred(Math.ceil(100 * error.high())) + "."
                : String.format(
                        Locale.ROOT,
                        "Nothing shows that its probabilities are wrong, but with %d labels they may still be off, on"
                                + " average by up to %s.",
                        rows.size(),
                        inAHundred(Math.ceil(100 * error.high())));
    }

    /** How far probabilities are off, as a count that needs no word such as percentage points. */
    private static String inAHundred(double points) {
        return String.format(Locale.ROOT, "%.0f in 100", points);
    }

    private static Optional<String> mixUp(QuestionType type, Confusion confusion) {
        return confusion.mixUps().stream()
                .findFirst()
                .filter(pair -> pair.count() > 1)
                .map(pair -> String.format(
                        Locale.ROOT,
                        " Its most frequent mistake: “%s” where “%s” is right (%d times).",
                        Words.option(type, confusion.options().get(pair.answered())),
                        Words.option(type, confusion.options().get(pair.gold())),
                        pair.count()));
    }

    static String percent(double percent) {
        return Math.round(percent) + " %";
    }
}
