// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.api.Probabilities;
import org.decisionservice.judging.metrics.McNemar;

/**
 * Two ways of answering the same questions.
 *
 * @param compared how many answers
 * @param differing those whose most probable option is another, furthest apart first
 * @param largest of all differences of a probability
 * @param nearlyLargest 99 of 100 answers differ by no more
 * @param mean of the answers' differences
 * @param labelled the test of who is right more often; empty if no answer has a label
 */
public record Comparison(
        int compared,
        List<Pair> differing,
        double largest,
        double nearlyLargest,
        double mean,
        Optional<Labelled> labelled) {
    private static final double NEARLY = 0.99;
    private static final int MOST_SHOWN = 20;
    /** A difference that chance alone makes less often than this counts. */
    private static final double RISK = 0.05;
    /** 95 of 100 draws of a normal distribution lie within so many standard errors. */
    private static final double NORMAL_95 = 1.96;

    public Comparison {
        differing = List.copyOf(differing);
    }

    /**
     * An answer of both.
     *
     * @param line of the file that asks it
     * @param question its id
     * @param options what the options are called
     * @param gold index of the right option; empty if nobody labelled it
     */
    public record Pair(
            int line, String question, List<String> options, Probabilities a, Probabilities b, OptionalInt gold) {
        public Pair {
            options = List.copyOf(options);
        }

        /** The largest difference of an option's probability, in [0, 1]. */
        public double distance() {
            double largest = 0;
            for (int option = 0; option < a.size(); option++) {
                largest = Math.max(largest, Math.abs(a.get(option) - b.get(option)));
            }
            return largest;
        }

        /** Whether the most probable option is another. */
        public boolean differs() {
            return a.argMax() != b.argMax();
        }
    }

    /**
     * The share in which each is right.
     *
     * @param rows answers with a label
     * @param rightA of these, right in the first
     * @param rightB of these, right in the second
     */
    public record Labelled(int rows, int rightA, int rightB, McNemar test) {
        /** Whether one is right more often, in words that need no statistics. */
        public String verdict() {
            if (test.p() < RISK) {
                String better = rightB > rightA ? "B" : "A";
                return String.format(
                        Locale.ROOT,
                        "%s is right more often: in %.1f %% of the rows instead of %.1f %%. Chance alone makes such a"
                                + " difference in fewer than %s.",
                        better,
                        100.0 * Math.max(rightA, rightB) / rows,
                        100.0 * Math.min(rightA, rightB) / rows,
                        test.p() < 0.001
                                ? "one of 1,000 comparisons"
                                : "one of " + (int) (1 / test.p()) + " comparisons");
            }
            double difference = (double) (rightB - rightA) / rows;
            double differ = test.onlyFirst() + test.onlySecond();
            // The standard error of a paired difference; half a row more on either side where next to nothing differs.
            double error = Math.sqrt(Math.max(differ + 1 - rows * difference * difference, 1)) / rows;
            return String.format(
                    Locale.ROOT,
                    "Nothing shows that one is right more often. Of %d labels, B may be better by %.1f points or worse"
                            + " by %.1f; more labels tell smaller differences.",
                    rows,
                    Math.max(0, 100 * (difference + NORMAL_95 * error)),
                    Math.max(0, -100 * (difference - NORMAL_95 * error)));
        }
    }

    /** Compares at least one pair. */
    public static Comparison of(List<Pair> pairs) {
        double[] distances = pairs.stream().mapToDouble(Pair::distance).sorted().toArray();
        int nearly = (int) Math.ceil(NEARLY * distances.length) - 1;
        return new Comparison(
                pairs.size(),
                pairs.stream()
                        .filter(Pair::differs)
                        .sorted(Comparator.comparingDouble(Pair::distance).reversed())
                        .toList(),
                distances[distances.length - 1],
                distances[Math.max(0, nearly)],
                Arrays.stream(distances).average().orElseThrow(),
                labelled(pairs.stream().filter(pair -> pair.gold().isPresent()).toList()));
    }

    private static Optional<Labelled> labelled(List<Pair> pairs) {
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        int both = 0;
        int onlyA = 0;
        int onlyB = 0;
        for (Pair pair : pairs) {
            boolean a = pair.a().argMax() == pair.gold().getAsInt();
            boolean b = pair.b().argMax() == pair.gold().getAsInt();
            both += a && b ? 1 : 0;
            onlyA += a && !b ? 1 : 0;
            onlyB += b && !a ? 1 : 0;
        }
        return Optional.of(new Labelled(pairs.size(), both + onlyA, both + onlyB, McNemar.of(onlyA, onlyB)));
    }

    /** The report for a terminal. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%d answers, %d differ (%.2f %%)%n"
                        + "probabilities differ by %.6f at most, 99 %% by no more than %.6f, %.6f on average%n",
                compared,
                differing.size(),
                100.0 * differing.size() / compared,
                largest,
                nearlyLargest,
                mean));
        labelled.ifPresent(known -> text.append(String.format(
                Locale.ROOT,
                "right of %d labelled: A %d, B %d; only A %d, only B %d; McNemar p = %.4f%n%s%n",
                known.rows(),
                known.rightA(),
                known.rightB(),
                known.test().onlyFirst(),
                known.test().onlySecond(),
                known.test().p(),
                known.verdict())));
        for (Pair pair : differing.subList(0, Math.min(MOST_SHOWN, differing.size()))) {
            text.append(String.format(
                    Locale.ROOT,
                    "line %d, %s: A %s, B %s%n",
                    pair.line(),
                    pair.question(),
                    answer(pair, pair.a()),
                    answer(pair, pair.b())));
        }
        if (differing.size() > MOST_SHOWN) {
            text.append("… and ").append(differing.size() - MOST_SHOWN).append(" more\n");
        }
        return text.toString();
    }

    private static String answer(Pair pair, Probabilities p) {
        return String.format(Locale.ROOT, "%s (%.4f)", pair.options().get(p.argMax()), p.get(p.argMax()));
    }
}
