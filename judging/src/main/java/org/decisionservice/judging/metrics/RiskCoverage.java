// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The share of right answers if only the surest are given: from all of them to the surest alone.
 *
 * @param points by rising threshold, one for each confidence that occurs
 */
public record RiskCoverage(List<Point> points) {
    /**
     * A threshold and its effect.
     *
     * @param threshold least confidence that is answered, rounded as clients see it
     * @param answered how many rows that are
     * @param coverage their share of all
     * @param accuracy share of them that is right
     */
    public record Point(double threshold, int answered, double coverage, double accuracy) {}

    public RiskCoverage {
        points = List.copyOf(points);
    }

    /**
     * As much of an answer as a threshold needs.
     *
     * @param confidence rounded as clients see it
     * @param right whether the answer is right
     */
    public record Outcome(double confidence, boolean right) {}

    /** The curve of {@code rows}, at least one. */
    public static RiskCoverage of(List<Judged> rows) {
        return ofOutcomes(rows.stream()
                .map(row -> new Outcome(row.shownConfidence(), row.right()))
                .toList());
    }

    /** The curve of {@code outcomes}, at least one. */
    public static RiskCoverage ofOutcomes(List<Outcome> outcomes) {
        List<Outcome> sorted = new ArrayList<>(outcomes);
        sorted.sort(Comparator.comparingDouble(Outcome::confidence).reversed());
        List<Point> points = new ArrayList<>();
        int right = 0;
        for (int i = 0; i < sorted.size(); i++) {
            right += sorted.get(i).right() ? 1 : 0;
            double confidence = sorted.get(i).confidence();
            // Answers of equal confidence pass a threshold together.
            if (i == sorted.size() - 1 || sorted.get(i + 1).confidence() != confidence) {
                points.add(new Point(confidence, i + 1, (i + 1.0) / sorted.size(), right / (i + 1.0)));
            }
        }
        return new RiskCoverage(points.reversed());
    }

    /** The accuracy of the surest {@code share} of the rows, or of the next larger share that a threshold can have. */
    public Point atCoverage(double share) {
        return points.reversed().stream()
                .filter(point -> point.coverage() >= share - 1e-12)
                .findFirst()
                .orElse(points.getFirst());
    }

    /** What {@code threshold} answers; empty if nothing. */
    public Optional<Point> at(double threshold) {
        return points.stream().filter(point -> point.threshold() >= threshold).findFirst();
    }
}
