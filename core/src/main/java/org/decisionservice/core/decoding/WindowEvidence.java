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
 * What the windows of a state say together about one question.
 *
 * <p>The window that stands out most decides, as far as chance does not explain it. Among many windows one always
 * stands out, so a plain maximum would find something in every long state. Therefore the other windows say what is
 * usual, the background, and how far windows stray from it, and the number of windows says how far the most extreme of
 * them strays by chance.
 *
 * @param probabilities of the options, in criteria order
 * @param window index of the window that decided
 */
record WindowEvidence(Probabilities probabilities, int window) {
    /** A window decides no choice and no score if chance alone would reach as far at least this often. */
    private static final double LEVEL = 0.1;

    /** @param readings the distribution that each window gives, in the order of the text, at least two */
    static WindowEvidence of(Question question, List<Probabilities> readings) {
        return switch (question) {
            case Question.Noul _ -> holding(readings);
            case Question.Choice _ -> rising(readings);
            case Question.Score _ -> moving(readings);
        };
    }

    /**
     * A statement holds if it holds anywhere, so the window that is most for it decides. Its log-odds are reduced to
     * those that are as rare in one window of noise as its own are among so many: of a state that says nothing, the
     * windows together say yes as often as one window does.
     */
    private static WindowEvidence holding(List<Probabilities> readings) {
        double[] logOdds = LogOdds.of(readings, 1);
        int deciding = largest(logOdds.length, window -> logOdds[window]);
        WindowNoise noise = WindowNoise.of(LogOdds.of(others(readings, deciding), 1));
        double departure = WindowNoise.asOneOf(noise.excess(logOdds[deciding]), trials(readings));
        double yes = 1 / (1 + Math.exp(-noise.valueAt(departure)));
        return new WindowEvidence(Probabilities.of(1 - yes, yes), deciding);
    }

    /**
     * Looks for the window whose own best option rises most above what is usual for that option, so that a window that
     * is merely less sure than the others does not decide.
     */
    private static WindowEvidence rising(List<Probabilities> readings) {
        WindowNoise[] noise = IntStream.range(0, readings.getFirst().size())
                .mapToObj(option -> WindowNoise.of(LogOdds.of(readings, option)))
                .toArray(WindowNoise[]::new);
        int deciding = largest(readings.size(), window -> {
            Probabilities reading = readings.get(window);
            return noise[reading.argMax()].excess(LogOdds.of(reading.max()));
        });
        Probabilities reading = readings.get(deciding);
        List<Probabilities> others = others(readings, deciding);
        double departure = WindowNoise.of(LogOdds.of(others, reading.argMax())).excess(LogOdds.of(reading.max()));
        return combined(readings, deciding, others, WindowNoise.chance(departure, trials(readings)));
    }

    /** Looks for the window whose expected level is farthest from what is usual, in either direction. */
    private static WindowEvidence moving(List<Probabilities> readings) {
        double[] heights = LogOdds.ofLevels(readings);
        WindowNoise noise = WindowNoise.of(heights);
        int deciding = largest(readings.size(), window -> departure(noise, heights[window]));
        List<Probabilities> others = others(readings, deciding);
        double departure = departure(WindowNoise.of(LogOdds.ofLevels(others)), heights[deciding]);
        return combined(readings, deciding, others, WindowNoise.chance(departure, 2 * trials(readings)));
    }

    private static double departure(WindowNoise noise, double height) {
        return Math.max(noise.excess(height), noise.shortfall(height));
    }

    /**
     * The deciding window's answer as far as chance does not explain it, and else the background's. Options compete, so
     * there is no way from the one to the other on which a little less evidence is a little less of the same answer.
     *
     * @param chance the probability that noise alone stands out as far as the deciding window
     */
    private static WindowEvidence combined(
            List<Probabilities> readings, int deciding, List<Probabilities> others, double chance) {
        double weight = Math.max(0, 1 - chance / LEVEL);
        double[] usual = usual(others);
        double[] p = new double[usual.length];
        for (int option = 0; option < p.length; option++) {
            p[option] = weight * readings.get(deciding).get(option) + (1 - weight) * usual[option];
        }
        Probabilities mixed = Probabilities.of(p);
        int answer = mixed.argMax();
        // Where the background prevails, the window that says most clearly what the answer is stands for it.
        int shown = weight > 0 || readings.get(deciding).argMax() == answer
                ? deciding
                : largest(readings.size(), window -> readings.get(window).get(answer));
        return new WindowEvidence(mixed, shown);
    }

    /**
     * How many windows chance may try: neighbours share half of their text, and what is unusual in it is unusual in
     * both, so a state has as many tries as it has lengths of a window.
     */
    private static double trials(List<Probabilities> readings) {
        return (readings.size() + 1) / 2.0;
    }

    /**
     * The windows that do not overlap the deciding one, which may hold part of what it found; in a state of two or
     * three windows all but the deciding one.
     */
    private static List<Probabilities> others(List<Probabilities> readings, int deciding) {
        for (int reach = 1; reach >= 0; reach--) {
            int near = reach;
            List<Probabilities> others = IntStream.range(0, readings.size())
                    .filter(window -> Math.abs(window - deciding) > near)
                    .mapToObj(readings::get)
                    .toList();
            if (!others.isEmpty()) {
                return others;
            }
        }
        throw new IllegalArgumentException("one window has no background");
    }

    /** The median of each option's logarithm, normalised: [options]. */
    private static double[] usual(List<Probabilities> readings) {
        double[] p = new double[readings.getFirst().size()];
        for (int option = 0; option < p.length; option++) {
            int each = option;
            double[] logs = readings.stream()
                    .mapToDouble(reading -> Math.log(Math.max(reading.get(each), LogOdds.LEAST_PROBABILITY)))
                    .toArray();
            p[option] = Math.exp(WindowNoise.of(logs).middle());
        }
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(each -> each / sum).toArray();
    }

    /** The first window, or whatever is numbered, with the largest value. */
    static int largest(int windows, IntToDoubleFunction value) {
        int best = 0;
        for (int window = 1; window < windows; window++) {
            best = value.applyAsDouble(window) > value.applyAsDouble(best) ? window : best;
        }
        return best;
    }
}
