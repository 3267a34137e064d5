// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.decisionservice.judging.metrics.Confusion;
import org.decisionservice.judging.metrics.Interval;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.judging.metrics.Proportions;
import org.decisionservice.judging.metrics.ThresholdSearch;

/**
 * What the numbers of a question come to, in words that need no statistics.
 *
 * @param quality how good the answers are
 * @param trust whether the probabilities can be taken at their word
 * @param next what to do now
 */
public record Verdict(String quality, String trust, String next) {
    /** With fewer rows, nothing can be said. */
    static final int LEAST_ROWS = 20;

    private static final double VERY_GOOD = 0.95;
    private static final double GOOD = 0.85;
    private static final double FAIR = 0.7;
    /** By so much probabilities may be off before somebody who reads them is misled. */
    private static final double NEGLIGIBLE = 0.05;

    @Override
    public String toString() {
        return quality + " " + trust + " " + next;
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
            Optional<Confusion> confusion) {
        int n = rows.size();
        long right = rows.stream().filter(Judged::right).count();
        if (n < LEAST_ROWS) {
            return new Verdict(
                    String.format(
                            Locale.ROOT,
                            "Too few labels to judge by: %d of %d %s right.",
                            right,
                            n,
                            right == 1 ? "is" : "are"),
                    "Whether its probabilities can be trusted, so few do not show.",
                    String.format(Locale.ROOT, "Label at least %d more.", LEAST_ROWS - n));
        }
        Optional<String> constant = confusion.flatMap(table -> constant(rows, table, metrics));
        return new Verdict(
                quality(right, n, metrics.accuracy().interval(), constant),
                trust(rows, metrics),
                confusion.isEmpty()
                        ? "Questions differ: each has a verdict of its own."
                        : next(rows, metrics, threshold, wanted, mixUp(confusion.get()), constant.isPresent()));
    }

    private static String quality(long right, int n, Interval interval, Optional<String> constant) {
        double share = (double) right / n;
        String word = constant.isPresent()
                ? "Not useful"
                : share >= VERY_GOOD ? "Very good" : share >= GOOD ? "Good" : share >= FAIR ? "Fair" : "Weak";
        return String.format(
                Locale.ROOT,
                "%s: %d of %d answers are right; among many more of the same kind it would be %s to %s.%s",
                word,
                right,
                n,
                percent(Math.floor(100 * interval.low())),
                percent(Math.ceil(100 * interval.high())),
                constant.map(text -> " " + text).orElse(""));
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
                        "Always answering “%s” would be right as often (%s).",
                        confusion.options().get(most),
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
                            ? ", but single probabilities are off by " + percent(100 * error.low()) + " or more"
                            : gap > 0 ? ", so it is too sure of itself" : ", so it is better than it says");
        }
        if (error.high() <= NEGLIGIBLE) {
            return "Its probabilities can be taken at their word: of answers with 90 %, about 90 % are right.";
        }
        return error.low() > 0
                ? String.format(
                        Locale.ROOT,
                        "Its probabilities are off by a little: %s to %s.",
                        percent(Math.floor(100 * error.low())),
                        percent(Math.ceil(100 * error.high())))
                : String.format(
                        Locale.ROOT,
                        "Nothing shows that its probabilities are wrong, but %d labels leave room for %s.",
                        rows.size(),
                        percent(Math.ceil(100 * error.high())));
    }

    private static String next(
            List<Judged> rows,
            Metrics metrics,
            Optional<ThresholdSearch.Found> threshold,
            double wanted,
            Optional<String> mixUp,
            boolean useless) {
        StringBuilder next = new StringBuilder();
        if (threshold.isPresent() && threshold.get().threshold() == 0) {
            next.append("Every answer can be used as it is: at least ")
                    .append(percent(100 * threshold.get().bound()))
                    .append(" of new ones will be right.");
        } else if (threshold.isPresent()) {
            next.append(String.format(
                    Locale.ROOT,
                    "Let it decide alone where it is sure, with \"min_confidence\": %s (%s of the rows), and give the"
                            + " rest to a person.",
                    TextReport.number(threshold.get().threshold()),
                    percent(100 * threshold.get().point().coverage())));
        } else if (useless || metrics.accuracy().value() < FAIR) {
            next.append("Do not let it decide alone. Describe each option in a sentence, then evaluate again.");
        } else {
            int least = leastLabels(wanted);
            next.append("Have a person look at its answers. ")
                    .append(
                            rows.size() < least
                                    ? String.format(
                                            Locale.ROOT,
                                            "Label at least %d rows to find out from which confidence on it can decide alone.",
                                            least)
                                    : String.format(
                                            Locale.ROOT,
                                            "No confidence is high enough to promise %s.",
                                            percent(100 * wanted)));
        }
        mixUp.filter(_ -> metrics.accuracy().value() < VERY_GOOD)
                .ifPresent(text -> next.append(' ').append(text));
        if (metrics.calibrationError().interval().low() > NEGLIGIBLE) {
            next.append(" ./serve calibrate makes the probabilities honest.");
        }
        return next.toString();
    }

    /** The least number of answers, all right, that support a threshold. */
    private static int leastLabels(double wanted) {
        int n = 1;
        while (n < 100_000
                && Proportions.clopperPearsonLower(n, n, ThresholdSearch.RISK / ThresholdSearch.TRIED.size())
                        < wanted) {
            n++;
        }
        return n;
    }

    private static Optional<String> mixUp(Confusion confusion) {
        return confusion.mixUps().stream()
                .findFirst()
                .filter(pair -> pair.count() > 1)
                .map(pair -> String.format(
                        Locale.ROOT,
                        "Its most frequent mistake: “%s” where “%s” is right (%d times).",
                        confusion.options().get(pair.answered()),
                        confusion.options().get(pair.gold()),
                        pair.count()));
    }

    static String percent(double percent) {
        return Math.round(percent) + " %";
    }
}
