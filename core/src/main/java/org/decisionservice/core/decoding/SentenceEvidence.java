// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;

/**
 * What the sentences of a state, each read on its own, add to what its windows say.
 *
 * <p>A sentence on its own is read as clearly as it can be, and an ordinary sentence is also misread most confidently
 * so. How confidently depends on the question and the state, and the tail of the ordinary ones has no shape that could
 * be extrapolated. Therefore the deciding sentence is measured by those that come closest to it: it has to stand out from
 * them by a margin in log-odds that grows with the logarithm of the number of sentences, the unit here. The second
 * closest is the measure, so that two findings do not hide each other.
 */
final class SentenceEvidence {
    /** As many sentences are assumed at least: a few ones say little about how confidently others are misread. */
    private static final int FEWEST = 32;

    /**
     * Options compete and a score is one level of several, so that a sentence torn out of its context must not outvote
     * the windows around it. It can only where it is a small part of the state.
     */
    private static final int FEWEST_WINDOWS = 8;

    private final WindowEvidence windows;
    private final int first;
    private final List<Probabilities> sentences;
    private final double unit;

    private SentenceEvidence(WindowEvidence windows, int first, List<Probabilities> sentences) {
        this.windows = windows;
        this.first = first;
        this.sentences = sentences;
        this.unit = Math.log(Math.max(FEWEST, sentences.size()));
    }

    /**
     * The answer of windows and sentences together.
     *
     * @param evidence of the windows
     * @param windows number of the windows, which is the index of the first sentence in the result
     * @param sentences the distribution that each sentence gives, in the order of the text
     */
    static WindowEvidence added(
            Question question, WindowEvidence evidence, int windows, List<Probabilities> sentences) {
        if (sentences.size() < 2) {
            return evidence;
        }
        SentenceEvidence both = new SentenceEvidence(evidence, windows, sentences);
        return switch (question) {
            case Question.Noul _ -> both.holding();
            case Question.Choice _ -> windows < FEWEST_WINDOWS ? evidence : both.rising();
            case Question.Score _ -> windows < FEWEST_WINDOWS ? evidence : both.moving();
        };
    }

    /**
     * A sentence says yes if its odds exceed even ones, and those of the others, by the fourth root of the number of
     * sentences; but the square root always suffices, or many sentences that say yes would be a no. What falls short
     * moves the windows' answer towards even odds, by little unless it falls short by little.
     */
    private WindowEvidence holding() {
        double[] logOdds = LogOdds.of(sentences, 1);
        int deciding = largest(logOdds);
        double others = measure(logOdds, deciding);
        double least = Math.min(unit / 2, Math.max(0, others) + unit / 4);
        double usual = LogOdds.of(windows.probabilities().get(1));
        double found = logOdds[deciding] - least;
        if (found < 0) {
            double way = logOdds[deciding] <= others ? 0 : (logOdds[deciding] - others) / (least - others);
            found = usual * (1 - way * way);
        }
        if (found <= usual) {
            return windows;
        }
        double yes = 1 / (1 + Math.exp(-found));
        return new WindowEvidence(Probabilities.of(1 - yes, yes), first + deciding);
    }

    /**
     * The option decides whose clearest sentence stands out most from the others: not at all up to the fourth root of
     * their number, wholly from the square root on.
     */
    private WindowEvidence rising() {
        int deciding = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int option = 0; option < sentences.getFirst().size(); option++) {
            int own = option;
            double[] logOdds = LogOdds.of(sentences, option);
            int best = WindowEvidence.largest(
                    sentences.size(),
                    sentence -> sentences.get(sentence).argMax() == own ? logOdds[sentence] : Double.NEGATIVE_INFINITY);
            if (sentences.get(best).argMax() == option) {
                double others = Math.clamp(measure(logOdds, best), 0, unit);
                double rise = (logOdds[best] - others) / (unit / 4) - 1;
                deciding = rise > most ? best : deciding;
                most = Math.max(most, rise);
            }
        }
        return mixed(deciding, most);
    }

    /** Levels are log-odds between the lowest and the highest, where all distances are smaller: half the margin. */
    private WindowEvidence moving() {
        double[] heights = LogOdds.ofLevels(sentences);
        double middle = WindowNoise.of(heights).middle();
        double[] up = Arrays.stream(heights).map(height -> height - middle).toArray();
        double[] down = Arrays.stream(up).map(height -> -height).toArray();
        int highest = largest(up);
        int lowest = largest(down);
        double rise = (up[highest] - measure(up, highest)) / (unit / 8);
        double fall = (down[lowest] - measure(down, lowest)) / (unit / 8);
        return rise >= fall ? mixed(highest, rise) : mixed(lowest, fall);
    }

    /** The sentence's distribution by {@code share}, at least 0 and at most 1, and else that of the windows. */
    private WindowEvidence mixed(int sentence, double share) {
        double weight = Math.clamp(share, 0, 1);
        Probabilities usual = windows.probabilities();
        Probabilities reading = sentences.get(sentence);
        Probabilities p = Probabilities.of(IntStream.range(0, usual.size())
                .mapToDouble(option -> weight * reading.get(option) + (1 - weight) * usual.get(option))
                .toArray());
        return new WindowEvidence(p, weight > 0.5 ? first + sentence : windows.window());
    }

    /** The second largest of {@code values} without that at {@code deciding}; of two values the other. */
    private static double measure(double[] values, int deciding) {
        double[] others = IntStream.range(0, values.length)
                .filter(index -> index != deciding)
                .mapToDouble(index -> values[index])
                .sorted()
                .toArray();
        return others[Math.max(0, others.length - 2)];
    }

    private static int largest(double[] values) {
        return WindowEvidence.largest(values.length, index -> values[index]);
    }
}
