// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The distance of the answers of a reduced precision from those of float32. Differences are of probabilities, from 0 to
 * 1, or NaN if an answer was not a number.
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

    /** Every number by name, exactly. */
    SequencedMap<String, String> numbers() {
        SequencedMap<String, String> numbers = new LinkedHashMap<>();
        numbers.put("rows", Integer.toString(rows));
        numbers.put("largest", Double.toString(largest));
        numbers.put("percentile 99", Double.toString(percentile99));
        numbers.put("largest act", Double.toString(largestAct));
        numbers.put("changed decisions", Integer.toString(changedDecisions));
        numbers.put("accepted", Boolean.toString(accepted));
        return numbers;
    }

    /**
     * The report with these {@link #numbers}, among which there may be others.
     *
     * @throws IllegalArgumentException if one is missing or is no number
     */
    static PrecisionReport of(Map<String, String> numbers) {
        return new PrecisionReport(
                Integer.parseInt(numbers.getOrDefault("rows", "")),
                Double.parseDouble(numbers.getOrDefault("largest", "")),
                Double.parseDouble(numbers.getOrDefault("percentile 99", "")),
                Double.parseDouble(numbers.getOrDefault("largest act", "")),
                Integer.parseInt(numbers.getOrDefault("changed decisions", "")),
                Boolean.parseBoolean(numbers.getOrDefault("accepted", "")));
    }

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
