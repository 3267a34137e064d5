// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.drift;

/**
 * The variation among the days of a baseline, beside what chance makes of independent answers. Traffic
 * comes in clumps: weekends, campaigns, a customer who sends the same request a thousand times.
 *
 * @param ratio the variance between days over that of independent answers; 1 or more
 * @param degrees degrees of freedom that it was estimated with; 0 if the baseline is too short to tell
 * @param answersPerDay the mean number of answers of those days
 */
public record Dispersion(double ratio, double degrees, double answersPerDay) {
    /** Nobody knows, so answers count as independent. */
    public static final Dispersion UNKNOWN = new Dispersion(1, 0, 0);

    /**
     * The ratio for days of another size: what answers of a day have in common weighs more, the more of them there are.
     */
    double at(double answers) {
        return degrees == 0 ? 1 : 1 + (ratio - 1) * answers / answersPerDay;
    }
}
