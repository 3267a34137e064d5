// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decisionservice.judging.metrics.Confusion;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.judging.metrics.Reliability;
import org.decisionservice.judging.metrics.RiskCoverage;
import org.decisionservice.judging.metrics.ThresholdSearch;

/**
 * The numbers of one file of labels.
 *
 * @param wanted the accuracy that thresholds are sought for
 * @param all of every answer
 * @param groups of the answers by type, number of options, checkpoint and language
 * @param questions by number of answers, most first
 */
public record Report(
        Measurement measurement,
        double wanted,
        Metrics all,
        Reliability reliability,
        RiskCoverage curve,
        List<Group> groups,
        List<Asked> questions) {
    private static final String UNKNOWN = "unknown";

    public Report {
        groups = List.copyOf(groups);
        questions = List.copyOf(questions);
    }

    /** The answers that have one property in common. */
    public record Group(String property, String value, Metrics metrics) {}

    /**
     * A question, told apart from others by its wording.
     *
     * @param threshold the least one for the accuracy that is wanted; empty if the labels do not support any
     */
    public record Asked(
            String name,
            String wording,
            Metrics metrics,
            Confusion confusion,
            RiskCoverage curve,
            Optional<ThresholdSearch.Found> threshold) {}

    /** The report of {@code rows}, at least one. */
    public static Report of(Measurement measurement, List<Judged> rows, double wanted) {
        List<Group> groups = new ArrayList<>();
        groups.addAll(groups("type", rows, row -> row.type().wireName()));
        groups.addAll(groups(
                "options",
                rows,
                row -> String.format(Locale.ROOT, "%3d", row.options().size())));
        groups.addAll(groups("checkpoint", rows, Judged::checkpoint));
        groups.addAll(groups("language", rows, row -> row.language().orElse(UNKNOWN)));
        List<Asked> questions = by(rows, Judged::wording).values().stream()
                .map(asked -> asked(asked, wanted))
                .sorted(Comparator.comparingInt(
                                (Asked asked) -> -asked.metrics().rows())
                        .thenComparing(Asked::name))
                .toList();
        return new Report(
                measurement, wanted, Metrics.of(rows), Reliability.of(rows), RiskCoverage.of(rows), groups, questions);
    }

    private static Asked asked(List<Judged> rows, double wanted) {
        RiskCoverage curve = RiskCoverage.of(rows);
        return new Asked(
                rows.getFirst().question(),
                rows.getFirst().wording(),
                Metrics.of(rows),
                Confusion.of(rows),
                curve,
                ThresholdSearch.least(curve, wanted));
    }

    private static List<Group> groups(String property, List<Judged> rows, Function<Judged, String> value) {
        return by(rows, value).entrySet().stream()
                .map(group -> new Group(property, group.getKey().strip(), Metrics.of(group.getValue())))
                .toList();
    }

    private static SequencedMap<String, List<Judged>> by(List<Judged> rows, Function<Judged, String> value) {
        Map<String, List<Judged>> groups = rows.stream().collect(Collectors.groupingBy(value));
        return new TreeMap<>(groups);
    }
}
