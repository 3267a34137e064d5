// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;

/**
 * The joint evidence of the windows of a state about one question.
 *
 * <p>The window that stands out most decides, as far as it stands out more than chance would explain. In a long state
 * some window always stands out, so a plain maximum would find something in every state. Therefore the other windows,
 * the background, are used to estimate what is usual and how much windows vary, and the number of windows tells how far
 * the most extreme one is expected to stand out by chance.
 *
 * @param probabilities of the options, in criteria order
 * @param window index of the window that decided
 */
record WindowEvidence(Probabilities probabilities, int window) {
    /** A window decides no choice and no score if noise alone would stand out as far with at least this probability. */
    private static final double LEVEL = 0.1;

    /** @param distributions the distribution that each window gives, in the order of the text, at least two */
    static WindowEvidence of(Question question, List<Probabilities> distributions) {
        return switch (question) {
            case Question.Noul _ -> noul(distributions);
            case Question.Choice _ -> choice(distributions);
            case Question.Score _ -> score(distributions);
        };
    }

    /**
     * A statement holds if it holds anywhere, so the window with the highest probability of yes decides. Its log-odds
     * are reduced to a value that is as rare in a single window of noise as its own value is as the largest of so many
     * windows. For a state that says nothing, all windows together thus say yes as often as one window does.
     */
    private static WindowEvidence noul(List<Probabilities> distributions) {
        double[] logOdds = LogOdds.of(distributions, 1);
        int deciding = largest(logOdds.length, window -> logOdds[window]);
        WindowNoise noise = WindowNoise.of(LogOdds.of(others(distributions, deciding), 1));
        double departure = WindowNoise.asOneOf(noise.excess(logOdds[deciding]), trials(distributions));
        double yes = 1 / (1 + Math.exp(-noise.valueAt(departure)));
        return new WindowEvidence(Probabilities.of(1 - yes, yes), deciding);
    }

    /**
     * The window whose most likely option is farthest above what is usual for that option decides. A window that is
     * merely less certain than the others does not.
     */
    private static WindowEvidence choice(List<Probabilities> distributions) {
        WindowNoise[] noise = IntStream.range(0, distributions.getFirst().size())
                .mapToObj(option -> WindowNoise.of(LogOdds.of(distributions, option)))
                .toArray(WindowNoise[]::new);
        int deciding = largest(distributions.size(), window -> {
            Probabilities distribution = distributions.get(window);
            return noise[distribution.argMax()].excess(LogOdds.of(distribution.max()));
        });
        Probabilities distribution = distributions.get(deciding);
        List<Probabilities> others = others(distributions, deciding);
        double departure =
                WindowNoise.of(LogOdds.of(others, distribution.argMax())).excess(LogOdds.of(distribution.max()));
        return combined(distributions, deciding, others, WindowNoise.chance(departure, trials(distributions)));
    }

    /** The window whose expected level is farthest from the usual one, in either direction, decides. */
    private static WindowEvidence score(List<Probabilities> distributions) {
        double[] heights = LogOdds.ofLevels(distributions);
        WindowNoise noise = WindowNoise.of(heights);
        int deciding = largest(distributions.size(), window -> departure(noise, heights[window]));
        List<Probabilities> others = others(distributions, deciding);
        double departure = departure(WindowNoise.of(LogOdds.ofLevels(others)), heights[deciding]);
        return combined(distributions, deciding, others, WindowNoise.chance(departure, 2 * trials(distributions)));
    }

    private static double departure(WindowNoise noise, double height) {
        return Math.max(noise.excess(height), noise.shortfall(height));
    }

    /**
     * A mixture of the deciding window's distribution and that of the background. The less chance explains the window,
     * the more it counts. Options compete, so unlike the log-odds of a noul they cannot be reduced a little at a time.
     *
     * @param chance the probability that noise alone stands out as far as the deciding window
     */
    private static WindowEvidence combined(
            List<Probabilities> distributions, int deciding, List<Probabilities> others, double chance) {
        double weight = Math.max(0, 1 - chance / LEVEL);
        double[] usual = usual(others);
        double[] p = new double[usual.length];
        for (int option = 0; option < p.length; option++) {
            p[option] = weight * distributions.get(deciding).get(option) + (1 - weight) * usual[option];
        }
        Probabilities mixed = Probabilities.of(p);
        int answer = mixed.argMax();
        // If the background decides, the window with the highest probability of the answer is named.
        int shown = weight > 0 || distributions.get(deciding).argMax() == answer
                ? deciding
                : largest(
                        distributions.size(),
                        window -> distributions.get(window).get(answer));
        return new WindowEvidence(mixed, shown);
    }

    /**
     * The number of independent windows of a state. Neighbours share half of their text, so what is unusual in one is
     * often unusual in the other; hence a state counts as many as fit into it side by side.
     */
    private static double trials(List<Probabilities> distributions) {
        return (distributions.size() + 1) / 2.0;
    }

    /**
     * The windows that do not overlap the deciding one, because those that do may hold part of what it found. If there
     * are none, as in a state of two or three windows, all but the deciding one.
     */
    private static List<Probabilities> others(List<Probabilities> distributions, int deciding) {
        for (int reach = 1; reach >= 0; reach--) {
            int near = reach;
            List<Probabilities> others = IntStream.range(0, distributions.size())
                    .filter(window -> Math.abs(window - deciding) > near)
                    .mapToObj(distributions::get)
                    .toList();
            if (!others.isEmpty()) {
                return others;
            }
        }
        throw new IllegalArgumentException("one window has no background");
    }

    /** The median of each option's logarithm, normalised: [options]. */
    private static double[] usual(List<Probabilities> distributions) {
        double[] p = new double[distributions.getFirst().size()];
        for (int option = 0; option < p.length; option++) {
            int each = option;
            double[] logs = distributions.stream()
                    .mapToDouble(distribution -> Math.log(Math.max(distribution.get(each), LogOdds.LEAST_PROBABILITY)))
                    .toArray();
            p[option] = Math.exp(WindowNoise.of(logs).middle());
        }
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(each -> each / sum).toArray();
    }

    /** The index, below {@code count}, of the first of the largest values. */
    static int largest(int count, IntToDoubleFunction value) {
        int best = 0;
        for (int index = 1; index < count; index++) {
            best = value.applyAsDouble(index) > value.applyAsDouble(best) ? index : best;
        }
        return best;
    }
}
