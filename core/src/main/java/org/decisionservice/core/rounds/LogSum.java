// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

/** Sums of exponentials that neither overflow nor vanish. */
final class LogSum {
    private LogSum() {}

    /** log Σ exp(value), of at least one value. */
    static double of(double... values) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        double sum = 0;
        for (double value : values) {
            sum += Math.exp(value - largest);
        }
        return largest + Math.log(sum);
    }
}
