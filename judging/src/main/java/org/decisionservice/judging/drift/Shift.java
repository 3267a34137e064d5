// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.drift;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The distance of a trait from its baseline.
 *
 * @param distance the share of answers that would have to be others for both to be alike (total variation), 0 to 1
 * @param p probability of as much or more if nothing has changed
 * @param most the category whose share moved most
 * @param before its share in the baseline
 * @param now its share now
 * @param answers how many of them there are now
 */
public record Shift(Trait trait, double distance, double p, String most, double before, double now, long answers) {
    /**
     * Nothing less is an alarm, however sure it is: among enough answers every difference is sure, and a tenth of the
     * answers is about where people begin to notice.
     */
    public static final double LEAST_DISTANCE = 0.1;

    /** Probability of an alarm on any trait of any question at one look if nothing has changed. */
    public static final double RISK = 0.001;

    /** With fewer answers nothing is said. */
    public static final int LEAST_ANSWERS = 50;

    /** Days with enough answers to be counted among those that a dispersion is estimated from. */
    private static final int LEAST_DAYS = 3;

    /**
     * Compares the traits that both have enough answers of.
     *
     * @param days how many days {@code now} holds, or part of one; what a day's answers have in common is less among
     *     many days
     */
    public static List<Shift> between(Baseline.QuestionBaseline baseline, Tally now, double days) {
        return Arrays.stream(Trait.values())
                .filter(trait -> baseline.tally().total(trait) >= LEAST_ANSWERS && now.total(trait) >= LEAST_ANSWERS)
                .map(trait -> of(trait, baseline, now, days))
                .toList();
    }

    private static Shift of(Trait trait, Baseline.QuestionBaseline baseline, Tally now, double days) {
        Groups groups = Groups.of(trait, List.of(baseline.tally(), now));
        double distance = 0;
        int most = 0;
        double largest = -1;
        for (int group = 0; group < groups.size(); group++) {
            double moved = Math.abs(groups.share(group, 1) - groups.share(group, 0));
            distance += moved / 2;
            if (moved > largest) {
                largest = moved;
                most = group;
            }
        }
        long answers = groups.total(1);
        return new Shift(
                trait,
                distance,
                p(groups, baseline.dispersion(trait), answers / Math.max(1, days)),
                groups.name(most),
                groups.share(most, 0),
                groups.share(most, 1),
                answers);
    }

    private static double p(Groups groups, Dispersion dispersion, double answersPerDay) {
        int degrees = groups.degrees();
        if (degrees == 0) {
            return 1;
        }
        double statistic = groups.likelihoodRatio() / dispersion.at(answersPerDay);
        return dispersion.degrees() == 0
                ? ChiSquaredDistribution.of(degrees).survivalProbability(statistic)
                : FDistribution.of(degrees, dispersion.degrees()).survivalProbability(statistic / degrees);
    }

    /**
     * The differences among the days of a baseline.
     *
     * @param days one tally for each day
     */
    public static Dispersion dispersion(Trait trait, List<Tally> days) {
        List<Tally> counted =
                days.stream().filter(day -> day.total(trait) >= LEAST_ANSWERS).toList();
        if (counted.size() < LEAST_DAYS) {
            return Dispersion.UNKNOWN;
        }
        Groups groups = Groups.of(trait, counted);
        double mean =
                counted.stream().mapToLong(day -> day.total(trait)).average().orElse(0);
        return groups.degrees() == 0
                ? Dispersion.UNKNOWN
                : new Dispersion(Math.max(1, groups.chiSquared() / groups.degrees()), groups.degrees(), mean);
    }

    /**
     * Whether it is to be told: large enough to matter, and too large for chance.
     *
     * @param looked how many traits of how many questions were looked at
     */
    public boolean isAlarm(int looked) {
        return distance >= LEAST_DISTANCE && p <= RISK / looked;
    }
}
