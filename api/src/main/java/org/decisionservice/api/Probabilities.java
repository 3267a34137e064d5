// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Arrays;

/** A distribution over the options of a question, in criteria order: unrounded, with at least one entry. */
public final class Probabilities {
    private final double[] values;

    private Probabilities(double[] values) {
        this.values = values;
    }

    /** Copies {@code values}, which must sum to 1. */
    public static Probabilities of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a distribution needs at least one option");
        }
        return new Probabilities(values.clone());
    }

    public int size() {
        return values.length;
    }

    public double get(int option) {
        return values[option];
    }

    /** The first option with the largest probability. */
    public int argMax() {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[best]) {
                best = i;
            }
        }
        return best;
    }

    public double max() {
        return values[argMax()];
    }

    /** Expected option index: the sum of {@code i * p(i)}, in option steps. */
    public double mean() {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += i * values[i];
        }
        return sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Probabilities that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
