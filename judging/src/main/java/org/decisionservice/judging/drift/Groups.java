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

    /**
     * Answers of the smallest sample that chance does not put where it expects fewer than {@link #LEAST_EXPECTED}: so
     * many come once in ten million samples. Where a window has thousands of times the answers of the baseline, little
     * is expected of all that the baseline had, and it is no less gone.
     */
    private static final int NO_CHANCE = 10;

    /** Steps of confidence are put together until they hold this share of the samples, on average. */
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

    private int smallest() {
        return IntStream.range(0, samples())
                .boxed()
                .min(Comparator.comparingLong(this::total))
                .orElseThrow();
    }

    private long held(List<Integer> group, int sample) {
        return group.stream().mapToLong(category -> counts[category][sample]).sum();
    }

    /** Whether the smallest sample can expect enough answers of a group. */
    private boolean isExpected(List<Integer> group) {
        return group.stream().mapToLong(this::row).sum() * (double) total(smallest()) >= LEAST_EXPECTED * all();
    }

    /**
     * Whether a group is no rare one. Of several days only what is expected counts: they are compared by Pearson's
     * statistic, in which one odd day would outweigh all others where little is expected.
     */
    private boolean isLarge(List<Integer> group) {
        return isExpected(group) || (samples() == 2 && held(group, smallest()) >= NO_CHANCE);
    }

    private double share(List<Integer> group) {
        return IntStream.range(0, samples())
                .mapToDouble(sample -> held(group, sample) / (double) total(sample))
                .average()
                .orElseThrow();
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
        // Those that are large although they are not expected come last, or something rare would hide them.
        List<Integer> rising = IntStream.range(0, counts.length)
                .boxed()
                .sorted(Comparator.<Integer, Boolean>comparing(
                                category -> !isExpected(List.of(category)) && isLarge(List.of(category)))
                        .thenComparingLong(this::row))
                .toList();
        List<Integer> rare = new ArrayList<>();
        for (int category : rising) {
            if (isLarge(List.of(category)) && (rare.isEmpty() || isExpected(rare))) {
                break;
            }
            rare.add(category);
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
        List<List<Integer>> groups = new ArrayList<>();
        List<Integer> open = new ArrayList<>();
        for (int category = 0; category < counts.length; category++) {
            open.add(category);
            if (share(open) >= LEAST_SHARE && isLarge(open)) {
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
                                .mapToLong(sample -> held(group, sample))
                                .toArray())
                        .toArray(long[][]::new));
    }
}
