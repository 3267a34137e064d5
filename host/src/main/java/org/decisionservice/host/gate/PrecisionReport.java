// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.util.Locale;

/**
 * How far the answers of a reduced precision are from those of float32. Differences are of probabilities, from 0 to 1,
 * or NaN if an answer was not a number.
 *
 * @param rows number of probes that both precisions answered
 * @param largest the largest difference of an option's probability
 * @param percentile99 the largest difference of an option within a row, at the 99th percentile of the rows
 * @param largestAct the largest difference of an act probability
 * @param changedDecisions rows whose most probable option is another one, however narrow the choice was
 * @param accepted whether the gate lets the reduced precision serve
 */
public record PrecisionReport(
        int rows, double largest, double percentile99, double largestAct, int changedDecisions, boolean accepted) {

    /** One line for the log. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "over %d rows a probability differs from float32's by at most %.4f, by %.4f at the 99th percentile, "
                        + "an act probability by at most %.4f; changed decisions: %d",
                rows,
                largest,
                percentile99,
                largestAct,
                changedDecisions);
    }
}
