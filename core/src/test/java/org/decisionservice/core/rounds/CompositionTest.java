// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.decisionservice.core.decoding.QuestionLogits;
import org.decisionservice.engine.spi.Logits;
import org.junit.jupiter.api.Test;

class CompositionTest {
    private static GroupLogits group(List<Integer> options, float... logits) {
        return new GroupLogits(options, new QuestionLogits(new Logits(List.<float[]>of(logits), new float[] {0.5f})));
    }

    @Test
    void keepsTheOddsOfEveryRowAndTheMassOfTheOptionsThatWentOn() {
        List<List<GroupLogits>> rounds = List.of(
                List.of(group(List.of(0, 1, 2), 3, 1, 2), group(List.of(3, 4), 0, 5)),
                List.of(group(List.of(0, 4), 7, 6)));
        assertThat(Composition.logits(5, rounds)).containsExactly(7, 5, 6, 1, 6);
    }

    @Test
    void logitsThatAreTheSameInEveryRowGiveTheirOwnSoftmax() {
        Random random = new Random(1);
        for (int trial = 0; trial < 200; trial++) {
            int options = 5 + random.nextInt(60);
            double[] own = random.doubles(options, -4, 4).toArray();
            List<List<GroupLogits>> rounds = elimination(options, random, option -> (float) own[option]);
            double[] composed = Composition.logits(options, rounds);
            for (int option = 1; option < options; option++) {
                assertThat(composed[option] - composed[0]).isCloseTo(own[option] - own[0], within(1e-5));
            }
        }
    }

    @Test
    void theWinnerStaysTheWinnerWhateverTheRowsSay() {
        Random random = new Random(2);
        for (int trial = 0; trial < 500; trial++) {
            int options = 5 + random.nextInt(60);
            List<List<GroupLogits>> rounds = elimination(options, random, _ -> (float) random.nextGaussian() * 3);
            double[] composed = Composition.logits(options, rounds);
            int winner = rounds.getLast().getFirst().winner();
            assertThat(IntStream.range(0, options).filter(i -> composed[i] > composed[winner] + 1e-9))
                    .isEmpty();
        }
    }

    private interface Model {
        float logit(int option);
    }

    /**
     * Random groups, of each of which the best few go on, until one group is left. Every row has an offset of its own.
     */
    private static List<List<GroupLogits>> elimination(int options, Random random, Model model) {
        List<List<GroupLogits>> rounds = new ArrayList<>();
        List<Integer> entrants = IntStream.range(0, options).boxed().toList();
        while (true) {
            List<GroupLogits> round = new ArrayList<>();
            int size = entrants.size() <= 8 ? entrants.size() : 4 + random.nextInt(5);
            Set<Integer> wentOn = new HashSet<>();
            for (int first = 0; first < entrants.size(); first += size) {
                List<Integer> entered = entrants.subList(first, Math.min(first + size, entrants.size()));
                float[] logits = new float[entered.size()];
                float offset = random.nextInt(-5, 5);
                for (int slot = 0; slot < logits.length; slot++) {
                    logits[slot] = model.logit(entered.get(slot)) + offset;
                }
                round.add(group(entered, logits));
                int best = 1 + random.nextInt(2);
                IntStream.range(0, logits.length)
                        .boxed()
                        .sorted((a, b) -> Float.compare(logits[b], logits[a]))
                        .limit(best)
                        .forEach(slot -> wentOn.add(entered.get(slot)));
            }
            rounds.add(round);
            if (round.size() == 1) {
                return rounds;
            }
            entrants = entrants.stream().filter(wentOn::contains).toList();
        }
    }
}
