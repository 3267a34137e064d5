// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;

/**
 * The evidence that the sentences of a state, each read on its own, add to that of its windows.
 *
 * <p>Read on its own, a sentence gets its clearest answer, but an ordinary sentence may also be misread, and then with
 * high confidence. How high depends on the question and the state, and the largest confidences follow no distribution
 * from which the next larger one could be predicted. Therefore the most confident sentence is compared with those that
 * come closest to it: its log-odds must exceed theirs by a margin. The margin grows with the logarithm of the number of
 * sentences, which is the unit here. It is measured from the second closest sentence, so that two sentences that both
 * say yes do not hide each other.
 */
final class SentenceEvidence {
    /** The margin is at least that for so many sentences: a few say little about how confidently others are misread. */
    private static final int FEWEST = 32;

    /**
     * In a choice and a score, where a state has one answer of several, a sentence out of its context must not overrule
     * the windows around it. It may only in states of at least this many windows, of which it is a small part.
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
     * @param sentences the distribution of each sentence, in the order of the text
     */
    static WindowEvidence added(
            Question question, WindowEvidence evidence, int windows, List<Probabilities> sentences) {
        if (sentences.size() < 2) {
            return evidence;
        }
        SentenceEvidence both = new SentenceEvidence(evidence, windows, sentences);
        return switch (question) {
            case Question.Noul _ -> both.noul();
            case Question.Choice _ -> windows < FEWEST_WINDOWS ? evidence : both.choice();
            case Question.Score _ -> windows < FEWEST_WINDOWS ? evidence : both.score();
        };
    }

    /**
     * A sentence says yes if its odds exceed those of the others, and even odds, by a factor: the fourth root of the
     * number of sentences. Odds of the square root always suffice; otherwise many sentences that say yes would add up
     * to a no. Smaller odds move the windows' answer towards even odds, and only those that almost suffice move it far.
     */
    private WindowEvidence noul() {
        double[] logOdds = LogOdds.of(sentences, 1);
        int deciding = largest(logOdds);
        double others = measure(logOdds, deciding);
        double least = Math.min(unit / 2, Math.max(0, others) + unit / 4);
        double usual = LogOdds.of(windows.probabilities().get(1));
        double found = logOdds[deciding] - least;
        if (found < 0) {
            double reached = logOdds[deciding] <= others ? 0 : (logOdds[deciding] - others) / (least - others);
            found = usual * (1 - reached * reached);
        }
        if (found <= usual) {
            return windows;
        }
        double yes = 1 / (1 + Math.exp(-found));
        return new WindowEvidence(Probabilities.of(1 - yes, yes), first + deciding);
    }

    /**
     * The option whose clearest sentence stands out most from the other sentences decides. It does not count if its
     * odds exceed theirs by no more than the fourth root of the number of sentences, and counts fully from the square
     * root on.
     */
    private WindowEvidence choice() {
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

    /** Levels are log-odds between the lowest and the highest level, which differ less; so half the margin is used. */
    private WindowEvidence score() {
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

    /**
     * The sentence's distribution with the weight {@code share}, kept within [0, 1], and the windows' with the rest.
     */
    private WindowEvidence mixed(int sentence, double share) {
        double weight = Math.clamp(share, 0, 1);
        Probabilities usual = windows.probabilities();
        Probabilities distribution = sentences.get(sentence);
        Probabilities p = Probabilities.of(IntStream.range(0, usual.size())
                .mapToDouble(option -> weight * distribution.get(option) + (1 - weight) * usual.get(option))
                .toArray());
        return new WindowEvidence(p, weight > 0.5 ? first + sentence : windows.window());
    }

    /** The second largest of {@code values}, leaving out that at {@code deciding}; of two values, the other one. */
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
