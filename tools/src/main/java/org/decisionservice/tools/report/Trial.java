// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;
import org.decisionservice.judging.metrics.Estimate;
import org.decisionservice.judging.metrics.Interval;
import org.decisionservice.judging.metrics.PairedDifference;
import org.decisionservice.judging.metrics.Proportions;

/**
 * Whether to change from one way of answering, A, to another, B. Where both answer the same, both are right or both are
 * wrong, so only answers that differ have to be labelled. Of these, the labelled ones count as drawn at random.
 *
 * @param comparison how the answers differ
 * @param differing the share of answers that differ
 * @param labelled how many of those have a label
 * @param gain by how much more often B is right than A, as a share of all answers; empty without a label, unless none
 *     differs
 * @param decision whether to change
 * @param reason why, or what is missing; begins with a small letter
 */
public record Trial(
        Comparison comparison,
        Estimate differing,
        int labelled,
        Optional<Estimate> gain,
        Decision decision,
        String reason) {
    /** Each of the two mistakes, to change to a worse B and to stay although B is no worse, is as rare as this. */
    public static final double RISK = 0.025;

    /** More answers than this are not waited for. */
    private static final double MOST_ANSWERS = 1e7;

    private static final double STEP = 1.02;

    /** So many labels tell whether more are worth it. */
    private static final int FIRST_LABELS = 50;

    /** What to do. */
    public enum Decision {
        SWITCH("switch"),
        DO_NOT("do not switch"),
        NOT_YET("not enough yet");

        private final String words;

        Decision(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * Judges answers to one question, or to several.
     *
     * @param pairs at least one
     * @param margin how much less often B may be right, as a share of all answers: 0.01 is one answer of a hundred
     * @param questions how many are judged beside each other: the more, the surer it must be that B is worse
     */
    public static Trial of(List<Comparison.Pair> pairs, double margin, int questions) {
        Comparison comparison = Comparison.of(pairs);
        int n = pairs.size();
        int differ = comparison.differing().size();
        Estimate share = new Estimate((double) differ / n, Proportions.wilson(differ, n));
        Optional<Comparison.Labelled> labels = Comparison.of(
                        comparison.differing().isEmpty() ? pairs : comparison.differing())
                .labelled()
                .filter(_ -> differ > 0);
        int labelled = labels.map(Comparison.Labelled::rows).orElse(0);
        double most = Proportions.clopperPearsonUpper(differ, n, RISK);
        if (most <= margin) {
            return new Trial(comparison, share, labelled, gain(labels, differ, n), Decision.SWITCH, same(most));
        }
        return labels.map(known -> judged(comparison, share, known, margin, RISK / questions))
                .orElseGet(() -> new Trial(
                        comparison, share, 0, Optional.empty(), Decision.NOT_YET, unlabelled(n, differ, margin)));
    }

    private static Optional<Estimate> gain(Optional<Comparison.Labelled> labels, int differ, int n) {
        return labels.map(known -> estimate(difference(known, differ, n)));
    }

    private static Estimate estimate(PairedDifference difference) {
        return new Estimate(difference.value(), new Interval(difference.low(RISK), difference.high(RISK)));
    }

    /** As if as many of the equal answers had been drawn as of those that differ: a little too careful. */
    private static PairedDifference difference(Comparison.Labelled known, int differ, int n) {
        return new PairedDifference(
                known.test().onlyFirst(), known.test().onlySecond(), (double) n * known.rows() / differ);
    }

    private static Trial judged(
            Comparison comparison, Estimate share, Comparison.Labelled known, double margin, double risk) {
        int differ = comparison.differing().size();
        int n = comparison.compared();
        PairedDifference difference = difference(known, differ, n);
        Estimate gain = estimate(difference);
        Decision decision = gain.interval().low() >= -margin
                ? Decision.SWITCH
                : difference.high(risk) < 0 ? Decision.DO_NOT : Decision.NOT_YET;
        String reason = switch (decision) {
            case SWITCH -> "B is right " + amount(gain.value()) + ": " + bounds(gain.interval());
            case DO_NOT -> "B is right less often for sure: " + bounds(gain.interval());
            case NOT_YET -> bounds(gain.interval()) + "; " + wanted(difference, known.rows(), differ, n, margin, risk);
        };
        return new Trial(comparison, share, known.rows(), Optional.of(gain), decision, reason);
    }

    private static String same(double most) {
        return String.format(
                Locale.ROOT,
                "the answers are the same: were each one that differs wrong, B would be right less often by %.2f points at"
                        + " most",
                100 * most);
    }

    private static String amount(double gain) {
        return gain > 0 ? "more often" : gain < 0 ? "hardly less often" : "as often";
    }

    private static String bounds(Interval gain) {
        return String.format(
                Locale.ROOT,
                "of a hundred answers, from %.2f fewer to %.2f more are right",
                Math.max(0, -100 * gain.low()),
                Math.max(0, 100 * gain.high()));
    }

    /** What to do without a label: ask more, or label. */
    private static String unlabelled(int n, int differ, double margin) {
        Optional<Double> equal = enough(
                n,
                answers -> Proportions.clopperPearsonUpper(Math.round(differ * answers / n), Math.round(answers), RISK)
                        <= margin);
        String more = equal.map(answers -> "about " + count(answers - n)
                        + " more answers show that they are the same, if" + " they differ as seldom")
                .orElse("");
        if (differ == 0) {
            return "none differs so far; " + more;
        }
        PairedDifference even = new PairedDifference(differ / 2.0, differ / 2.0, n);
        String labels = wanted(even, 0, differ, n, margin, RISK);
        return differ + (differ == 1 ? " differs" : " differ") + " and none is labelled; label the first "
                + Math.min(differ, FIRST_LABELS) + ", which show a large difference; if both are right as often, "
                + labels + (more.isEmpty() ? "" : "; " + more);
    }

    /** What would decide if it went on like this. */
    private static String wanted(PairedDifference so, int labelled, int differ, int n, double margin, double risk) {
        double least = labelled == 0 ? so.rows() / differ : so.rows();
        Optional<Double> answers = enough(least, all -> {
            double times = all / so.rows();
            PairedDifference then = new PairedDifference(so.onlyFirst() * times, so.onlySecond() * times, all);
            return then.low(RISK) >= -margin || then.high(risk) < 0;
        });
        if (answers.isEmpty()) {
            return "the difference is so near to what is allowed that no number of labels can be named";
        }
        double labels = answers.get() * differ / n;
        return labels <= differ
                ? "about " + count(labels - labelled) + " labels of the " + (differ - labelled) + " that differ decide"
                : "about " + count(answers.get() - n) + " more answers and, of those that differ then, "
                        + count(labels - labelled) + " labels decide";
    }

    /** The least number of answers, from {@code least} on, that is enough. */
    private static Optional<Double> enough(double least, DoublePredicate isEnough) {
        for (double answers = least * STEP; answers <= MOST_ANSWERS; answers *= STEP) {
            if (isEnough.test(answers)) {
                return Optional.of(answers);
            }
        }
        return Optional.empty();
    }

    /** Two digits of it: it is an estimate. */
    private static String count(double number) {
        long whole = Math.max(1, Math.round(number));
        long unit = 1;
        while (whole / unit >= 100) {
            unit *= 10;
        }
        return String.format(Locale.ROOT, "%,d", Math.ceilDiv(whole, unit) * unit);
    }

    /** What is to be done over several questions, whose answers together {@code all} are. */
    public static Decision overall(List<Trial> questions, Trial all) {
        if (all.decision() == Decision.DO_NOT
                || questions.stream().anyMatch(each -> each.decision() == Decision.DO_NOT)) {
            return Decision.DO_NOT;
        }
        return questions.stream().allMatch(each -> each.decision() == Decision.SWITCH)
                ? Decision.SWITCH
                : Decision.NOT_YET;
    }
}
