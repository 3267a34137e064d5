// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * Counts of wrong answers, by the right one.
 *
 * @param options names of the options, in criteria order
 * @param counts [right option][answered option]
 */
public record Confusion(List<String> options, List<List<Integer>> counts) {
    public Confusion {
        options = List.copyOf(options);
        counts = counts.stream().map(List::copyOf).toList();
    }

    /**
     * A mistake.
     *
     * @param gold index of the right option
     * @param answered index of the one that was answered
     */
    public record MixUp(int gold, int answered, int count) {}

    /**
     * The share of right answers, averaged over the options that are right somewhere: one that is never found counts as
     * much as the most frequent one.
     */
    public double balancedAccuracy() {
        double sum = 0;
        int labelled = 0;
        for (int gold = 0; gold < counts.size(); gold++) {
            int rows = counts.get(gold).stream().mapToInt(Integer::intValue).sum();
            sum += rows == 0 ? 0 : (double) counts.get(gold).get(gold) / rows;
            labelled += rows == 0 ? 0 : 1;
        }
        return sum / labelled;
    }

    /** The mistakes that were made, most frequent first. */
    public List<MixUp> mixUps() {
        List<MixUp> mixUps = new ArrayList<>();
        for (int gold = 0; gold < counts.size(); gold++) {
            for (int answered = 0; answered < counts.size(); answered++) {
                int count = counts.get(gold).get(answered);
                if (gold != answered && count > 0) {
                    mixUps.add(new MixUp(gold, answered, count));
                }
            }
        }
        mixUps.sort(Comparator.comparingInt((MixUp pair) -> -pair.count()));
        return mixUps;
    }

    /** Counts {@code rows}, at least one, all of the same question. */
    public static Confusion of(List<Judged> rows) {
        List<String> options = rows.getFirst().options();
        SequencedMap<Integer, SequencedMap<Integer, Integer>> seen = new TreeMap<>();
        for (Judged row : rows) {
            seen.computeIfAbsent(row.gold(), _ -> new TreeMap<>())
                    .merge(row.probabilities().argMax(), 1, Integer::sum);
        }
        List<List<Integer>> counts = new ArrayList<>();
        for (int gold = 0; gold < options.size(); gold++) {
            List<Integer> line = new ArrayList<>();
            for (int answered = 0; answered < options.size(); answered++) {
                line.add(seen.getOrDefault(gold, new TreeMap<>()).getOrDefault(answered, 0));
            }
            counts.add(line);
        }
        return new Confusion(options, counts);
    }
}
