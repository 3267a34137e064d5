// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The names that metrics had before they began with {@code decision_}; to be removed with the release after this one. */
public final class OldNames {
    private static final String PREFIX = "decision_";

    /** Without the endings that the format adds. */
    private static final Set<String> OLD = Set.of(
            "requests",
            "rejections",
            "request_latency_seconds",
            "pack_seconds",
            "queue_wait_seconds",
            "inference_seconds",
            "batch_size",
            "rows",
            "tokens",
            "truncations",
            "answer_confidence",
            "answers",
            "active_requests",
            "waiting_requests",
            "queue_depth",
            "models_loaded",
            "resident_bytes",
            "checkpoint_loads",
            "checkpoint_evictions",
            "cpu_fallbacks",
            "service");

    private OldNames() {}

    /** All of {@code metrics}, and those that had another name under that name, too. */
    public static MetricSnapshots beside(MetricSnapshots metrics) {
        return new MetricSnapshots(metrics.stream()
                .flatMap(metric -> Stream.concat(Stream.of(metric), renamed(metric).stream()))
                .toList());
    }

    private static Optional<MetricSnapshot> renamed(MetricSnapshot metric) {
        String name = metric.getMetadata().getName();
        if (!name.startsWith(PREFIX) || !OLD.contains(name.substring(PREFIX.length()))) {
            return Optional.empty();
        }
        MetricMetadata old = new MetricMetadata(
                name.substring(PREFIX.length()),
                "Now called " + name + ": " + metric.getMetadata().getHelp());
        return switch (metric) {
            case CounterSnapshot counter -> Optional.of(new CounterSnapshot(old, counter.getDataPoints()));
            case GaugeSnapshot gauge -> Optional.of(new GaugeSnapshot(old, gauge.getDataPoints()));
            case HistogramSnapshot histogram -> Optional.of(new HistogramSnapshot(old, histogram.getDataPoints()));
            case InfoSnapshot info -> Optional.of(new InfoSnapshot(old, info.getDataPoints()));
            default -> Optional.empty();
        };
    }
}
