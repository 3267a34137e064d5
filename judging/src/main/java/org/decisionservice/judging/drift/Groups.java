// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.drift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Counts of several samples, in groups of categories that are large enough to be tested. */
final class Groups {
    /** Answers that a cell must expect; with fewer, the statistics below are not those of their distribution. */
    private static final double LEAST_EXPECTED = 1;

    /** Steps of confidence are put together until they hold this share. */
    private static final double LEAST_SHARE = 0.1;

    private final List<String> names;
    /** By group and sample. */
    private final long[][] counts;

    private Groups(List<String> names, long[][] counts) {
        this.names = names;
        this.counts = counts;
    }

    /** Groups the categories of {@code trait} in {@code samples}. */
    static Groups of(Trait trait, List<Tally> samples) {
        List<String> categories = new ArrayList<>(new TreeSet<>(samples.stream()
                .flatMap(sample -> sample.counts(trait).keySet().stream())
                .toList()));
        long[][] counts = categories.stream()
                .map(category -> samples.stream()
                        .mapToLong(sample -> sample.counts(trait).getOrDefault(category, 0L))
                        .toArray())
                .toArray(long[][]::new);
        Groups each = new Groups(categories, counts);
        return trait == Trait.CONFIDENCE ? each.neighbours() : each.withoutRare();
    }

    int size() {
        return counts.length;
    }

    /** The contents of a group. */
    String name(int group) {
        return names.get(group);
    }

    /** The share of a sample that a group holds. */
    double share(int group, int sample) {
        return counts[group][sample] / (double) total(sample);
    }

    long total(int sample) {
        return Arrays.stream(counts).mapToLong(of -> of[sample]).sum();
    }

    int samples() {
        return counts.length == 0 ? 0 : counts[0].length;
    }

    private long row(int group) {
        return Arrays.stream(counts[group]).sum();
    }

    private long all() {
        return IntStream.range(0, counts.length).mapToLong(this::row).sum();
    }

    /** The number of answers that a group needs, so that the smallest sample can expect enough of them. */
    private double least() {
        long smallest =
                IntStream.range(0, samples()).mapToLong(this::total).min().orElse(0);
        return smallest == 0 ? Double.POSITIVE_INFINITY : LEAST_EXPECTED * all() / smallest;
    }

    /**
     * The likelihood ratio of samples that come from one distribution. Unlike Pearson's statistic it is about right for
     * a category that is new: a handful of answers where one was expected is no wonder.
     */
    double likelihoodRatio() {
        return sum((counted, expected) -> counted == 0 ? 0 : 2 * counted * Math.log(counted / expected));
    }

    /** Pearson's statistic of the same, whose mean is its degrees of freedom whatever the counts. */
    double chiSquared() {
        return sum((counted, expected) -> (counted - expected) * (counted - expected) / expected);
    }

    private double sum(DoubleBinaryOperator cell) {
        double all = (double) all();
        double sum = 0;
        for (int group = 0; group < counts.length; group++) {
            for (int sample = 0; sample < samples(); sample++) {
                sum += cell.applyAsDouble((double) counts[group][sample], row(group) / all * total(sample));
            }
        }
        return sum;
    }

    int degrees() {
        return Math.max(0, counts.length - 1) * Math.max(0, samples() - 1);
    }

    /** Puts all that is rare into one group, which takes the next larger ones until it is not rare itself. */
    private Groups withoutRare() {
        double least = least();
        List<Integer> rising = IntStream.range(0, counts.length)
                .boxed()
                .sorted(Comparator.comparingLong(this::row))
                .toList();
        List<Integer> rare = new ArrayList<>();
        double held = 0;
        for (int category : rising) {
            if (row(category) >= least && (rare.isEmpty() || held >= least)) {
                break;
            }
            rare.add(category);
            held += row(category);
        }
        List<List<Integer>> groups = new ArrayList<>(IntStream.range(0, counts.length)
                .filter(category -> !rare.contains(category))
                .mapToObj(List::of)
                .toList());
        if (!rare.isEmpty()) {
            groups.add(rare);
        }
        return together(groups, group -> group.size() == 1 ? names.get(group.getFirst()) : group.size() + " others");
    }

    /** Puts neighbours together until every group is large enough. */
    private Groups neighbours() {
        double least = Math.max(least(), LEAST_SHARE * all());
        List<List<Integer>> groups = new ArrayList<>();
        List<Integer> open = new ArrayList<>();
        for (int category = 0; category < counts.length; category++) {
            open.add(category);
            if (open.stream().mapToLong(this::row).sum() >= least) {
                groups.add(List.copyOf(open));
                open.clear();
            }
        }
        if (!open.isEmpty()) {
            if (!groups.isEmpty()) {
                open.addAll(0, groups.removeLast());
            }
            groups.add(open);
        }
        return together(
                groups, group -> names.get(group.getFirst()) + " to " + Tally.endOfStep(names.get(group.getLast())));
    }

    private Groups together(List<List<Integer>> groups, Function<List<Integer>, String> name) {
        return new Groups(
                groups.stream().map(name).toList(),
                groups.stream()
                        .map(group -> IntStream.range(0, samples())
                                .mapToLong(sample -> group.stream()
                                        .mapToLong(category -> counts[category][sample])
                                        .sum())
                                .toArray())
                        .toArray(long[][]::new));
    }
}
