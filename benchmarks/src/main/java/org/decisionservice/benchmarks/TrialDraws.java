// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.decisionservice.api.Probabilities;
import org.decisionservice.tools.report.Comparison;
import org.decisionservice.tools.report.Trial;

/**
 * How often the verdict of {@code ./serve shadow} is wrong: answers of two ways are drawn whose truth is known, and
 * judged as the command does. Prints a table.
 */
public final class TrialDraws {
    private static final double MARGIN = 0.01;
    private static final int DRAWS = 2_000;
    /** Somebody looks whenever so many more answers are there, and stops at the first verdict. */
    private static final int BETWEEN_LOOKS = 250;

    private static final List<String> OPTIONS = List.of("a", "b", "c");
    private static final Probabilities A = Probabilities.of(0.6, 0.3, 0.1);
    private static final Probabilities B = Probabilities.of(0.3, 0.6, 0.1);

    private TrialDraws() {}

    /**
     * The truth.
     *
     * @param onlyA share of all answers that only A has right
     * @param onlyB share that only B has right
     * @param none share of answers that differ and of which none is right
     */
    private record Truth(String name, double onlyA, double onlyB, double none) {
        double gain() {
            return onlyB - onlyA;
        }
    }

    private static final List<Truth> TRUTHS = List.of(
            new Truth("the same", 0, 0, 0),
            new Truth("0.5 % differ, all for the worse", 0.005, 0, 0),
            new Truth("exactly the margin worse, 1 % differ", 0.01, 0, 0),
            new Truth("exactly the margin worse, 5 % differ", 0.03, 0.02, 0),
            new Truth("exactly the margin worse, 20 % differ", 0.08, 0.07, 0.05),
            new Truth("as good, 5 % differ", 0.025, 0.025, 0),
            new Truth("as good, 20 % differ", 0.08, 0.08, 0.04),
            new Truth("3 points worse, 5 % differ", 0.04, 0.01, 0),
            new Truth("3 points better, 5 % differ", 0.01, 0.04, 0));

    /** Takes no arguments. */
    public static void main(String[] arguments) {
        System.out.println("Of " + DRAWS + " draws each, margin 1 point; 'wrong' is to switch to what is worse by the"
                + " margin or more, or not to switch to what is no worse.");
        System.out.printf(
                "%-40s %8s %10s %9s %13s %13s %8s%n",
                "truth", "answers", "labels", "switch", "do not", "not yet", "wrong");
        for (Truth truth : TRUTHS) {
            for (int answers : new int[] {100, 500, 2_000, 10_000}) {
                line(truth, answers, "none", random -> Trial.of(draw(truth, answers, 0, random), MARGIN, 1));
                line(truth, answers, "half", random -> Trial.of(draw(truth, answers, 0.5, random), MARGIN, 1));
                line(truth, answers, "all", random -> Trial.of(draw(truth, answers, 1, random), MARGIN, 1));
            }
            line(truth, 4_000, "all, looked", random -> looked(draw(truth, 4_000, 1, random)));
        }
    }

    private interface Draw {
        Trial of(Random random);
    }

    private static void line(Truth truth, int answers, String labels, Draw draw) {
        Random random = new Random(31L * truth.name().hashCode() + answers + labels.hashCode());
        Map<Trial.Decision, Integer> counts = new EnumMap<>(Trial.Decision.class);
        for (int i = 0; i < DRAWS; i++) {
            counts.merge(draw.of(random).decision(), 1, Integer::sum);
        }
        double switched = share(counts, Trial.Decision.SWITCH);
        double not = share(counts, Trial.Decision.DO_NOT);
        double wrong = truth.gain() <= -MARGIN + 1e-9 ? switched : truth.gain() >= 0 ? not : 0;
        System.out.printf(
                Locale.ROOT,
                "%-40s %8d %10s %7.1f %% %11.1f %% %11.1f %% %6.2f %%%n",
                truth.name(),
                answers,
                labels,
                switched,
                not,
                share(counts, Trial.Decision.NOT_YET),
                wrong);
    }

    private static double share(Map<Trial.Decision, Integer> counts, Trial.Decision decision) {
        return 100.0 * counts.getOrDefault(decision, 0) / DRAWS;
    }

    /** The verdict of somebody who looks again and again. */
    private static Trial looked(List<Comparison.Pair> pairs) {
        Trial last = Trial.of(pairs.subList(0, BETWEEN_LOOKS), MARGIN, 1);
        for (int answers = 2 * BETWEEN_LOOKS;
                answers <= pairs.size() && last.decision() == Trial.Decision.NOT_YET;
                answers += BETWEEN_LOOKS) {
            last = Trial.of(pairs.subList(0, answers), MARGIN, 1);
        }
        return last;
    }

    private static List<Comparison.Pair> draw(Truth truth, int answers, double labelled, Random random) {
        List<Comparison.Pair> pairs = new ArrayList<>(answers);
        for (int line = 1; line <= answers; line++) {
            double at = random.nextDouble();
            boolean differs = at < truth.onlyA() + truth.onlyB() + truth.none();
            int right = at < truth.onlyA() ? 0 : at < truth.onlyA() + truth.onlyB() ? 1 : 2;
            boolean known = differs && random.nextDouble() < labelled;
            pairs.add(new Comparison.Pair(
                    line, "q", OPTIONS, A, differs ? B : A, known ? OptionalInt.of(right) : OptionalInt.empty()));
        }
        return pairs;
    }
}
