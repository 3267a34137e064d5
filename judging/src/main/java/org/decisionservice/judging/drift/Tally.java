// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.drift;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Counts the answers to one question, trait by trait, in named categories. For one thread. */
public final class Tally {
    /** The category of whatever comes when a trait has as many as it may have. */
    public static final String OTHERS = "(others)";

    private static final String NO_LANGUAGE = "(none)";

    /** More than a question has options, as a rule; a client that makes up languages cannot fill memory. */
    private static final int MOST_CATEGORIES = 1_000;

    private static final int STEPS = 50;

    /** Where each step of confidence begins, so that the names sort as the numbers do. */
    private static final String[] CONFIDENCES = IntStream.range(0, STEPS)
            .mapToObj(step -> String.format(Locale.ROOT, "%.2f", (double) step / STEPS))
            .toArray(String[]::new);

    private final Map<Trait, NavigableMap<String, Long>> counts = new EnumMap<>(Trait.class);

    /**
     * One answer.
     *
     * @param answer what was answered, in the words of a label
     * @param confidence the probability of it; not a number if nothing could be answered
     * @param passed whether it reached the {@code min_confidence} of its request; empty if that set none
     * @param language of the state, if one was found
     * @param truncated whether the question did not see the whole state; empty if nobody knows
     */
    public record Seen(
            String answer,
            double confidence,
            Optional<Boolean> passed,
            Optional<String> language,
            Optional<Boolean> truncated) {}

    /** Counts an answer. */
    public void add(Seen seen) {
        add(Trait.ANSWERS, seen.answer(), 1);
        if (!Double.isNaN(seen.confidence())) {
            int step = (int) Math.clamp(seen.confidence() * STEPS, 0, STEPS - 1);
            add(Trait.CONFIDENCE, CONFIDENCES[step], 1);
        }
        seen.passed().ifPresent(passed -> add(Trait.ABSTENTIONS, passed ? "passed" : "abstained", 1));
        add(Trait.LANGUAGES, seen.language().orElse(NO_LANGUAGE), 1);
        seen.truncated().ifPresent(cut -> add(Trait.TRUNCATION, cut ? "truncated" : "whole", 1));
    }

    /** Counts {@code more} answers of a category. */
    public void add(Trait trait, String category, long more) {
        NavigableMap<String, Long> of = counts.computeIfAbsent(trait, _ -> new TreeMap<>());
        of.merge(of.containsKey(category) || of.size() < MOST_CATEGORIES ? category : OTHERS, more, Long::sum);
    }

    /** Counts what another tally has counted. */
    public void add(Tally other) {
        other.counts.forEach((trait, of) -> of.forEach((category, count) -> add(trait, category, count)));
    }

    /** Takes back what another tally has counted, which must be among what this one has. */
    public void subtract(Tally other) {
        other.counts.forEach((trait, of) ->
                of.forEach((category, count) -> counts.getOrDefault(trait, Collections.emptyNavigableMap())
                        .computeIfPresent(category, (_, all) -> all.equals(count) ? null : Long.valueOf(all - count))));
    }

    /** Answers by category, in the order of their names. */
    public NavigableMap<String, Long> counts(Trait trait) {
        return Collections.unmodifiableNavigableMap(counts.getOrDefault(trait, Collections.emptyNavigableMap()));
    }

    /** Where a step of confidence ends. */
    static String endOfStep(String begin) {
        int next = Arrays.asList(CONFIDENCES).indexOf(begin) + 1;
        return next < STEPS ? CONFIDENCES[next] : "1";
    }

    /** All answers of a trait. */
    public long total(Trait trait) {
        return counts(trait).values().stream().mapToLong(Long::longValue).sum();
    }

    /** All answers. */
    public long answers() {
        return total(Trait.ANSWERS);
    }
}
