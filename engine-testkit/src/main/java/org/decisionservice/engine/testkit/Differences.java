// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.testkit.Goldens.GoldenRow;

/** Collects the largest differences between two sets of answers, and where they are, before anything is asserted. */
final class Differences {
    private double logit;
    private double probability;
    private double act;
    private String worst = "nothing compared";
    private int rows;

    /** Adds row {@code r} of {@code actual}; {@code where} names it in a failure. */
    void add(String where, GoldenRow expected, Logits actual, int r) {
        add(
                where,
                expected.optionLogits(),
                expected.actProbability(),
                optionLogits(actual, r),
                actual.actProbability(r));
    }

    /** Adds row {@code r} of {@code actual} against row {@code e} of {@code expected}. */
    void add(String where, Logits expected, int e, Logits actual, int r) {
        add(
                where,
                optionLogits(expected, e),
                expected.actProbability(e),
                optionLogits(actual, r),
                actual.actProbability(r));
    }

    private void add(String where, List<Double> expected, double expectedAct, List<Double> actual, double actualAct) {
        assertThat(actual).as("option logits of %s", where).hasSameSizeAs(expected);
        assertThat(actual).as("option logits of %s", where).allMatch(Double::isFinite);
        assertThat(actualAct).as("act probability of %s", where).isBetween(0.0, 1.0);
        double rowProbability = largest(softmax(expected), softmax(actual));
        if (rows == 0 || rowProbability > probability) {
            worst = where;
        }
        logit = Math.max(logit, largest(expected, actual));
        probability = Math.max(probability, rowProbability);
        act = Math.max(act, Math.abs(expectedAct - actualAct));
        rows++;
    }

    void assertWithin(Tolerances.Bound bound) {
        assertThat(rows).as("rows compared").isPositive();
        assertThat(logit).as("largest difference of a logit; %s", this).isLessThanOrEqualTo(bound.logit());
        assertThat(probability)
                .as("largest difference of a probability; %s", this)
                .isLessThanOrEqualTo(bound.probability());
        assertThat(act)
                .as("largest difference of an act probability; %s", this)
                .isLessThanOrEqualTo(bound.probability());
    }

    /** Says that the answers really come from another computation. */
    void assertBeyond(Tolerances.Bound bound) {
        assertThat(logit).as("largest difference of a logit; %s", this).isGreaterThan(bound.logit());
    }

    /** Prints the figures to the test's output; they are worth reading even if the test passes. */
    void report(String what) {
        System.out.println(what + ": " + this);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d rows: logit %.2e, probability %.2e, act probability %.2e, worst at %s",
                rows,
                logit,
                probability,
                act,
                worst);
    }

    private static List<Double> optionLogits(Logits logits, int row) {
        return IntStream.range(0, logits.options(row))
                .mapToObj(slot -> (double) logits.optionLogit(row, slot))
                .toList();
    }

    private static List<Double> softmax(List<Double> logits) {
        double largest = logits.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double sum =
                logits.stream().mapToDouble(value -> Math.exp(value - largest)).sum();
        return logits.stream().map(value -> Math.exp(value - largest) / sum).toList();
    }

    private static double largest(List<Double> a, List<Double> b) {
        return IntStream.range(0, a.size())
                .mapToDouble(i -> Math.abs(a.get(i) - b.get(i)))
                .max()
                .orElseThrow();
    }
}
