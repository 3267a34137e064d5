// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Whether two ways of answering the same rows are right equally often, by McNemar's exact test.
 *
 * @param onlyFirst rows that only the first has right
 * @param onlySecond rows that only the second has right
 * @param p probability of a split at least as uneven if both are right equally often
 */
public record McNemar(int onlyFirst, int onlySecond, double p) {
    private static final double EVEN = 0.5;

    public static McNemar of(int onlyFirst, int onlySecond) {
        int differ = onlyFirst + onlySecond;
        if (differ == 0) {
            return new McNemar(0, 0, 1);
        }
        double tail = BinomialDistribution.of(differ, EVEN).cumulativeProbability(Math.min(onlyFirst, onlySecond));
        return new McNemar(onlyFirst, onlySecond, Math.min(1, 2 * tail));
    }
}
