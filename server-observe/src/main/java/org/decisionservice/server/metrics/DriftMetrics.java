// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Distances of answers from the baseline. The questions are those of the operator's file, so there are few. */
public final class DriftMetrics {
    private DriftMetrics() {}

    /** Registers what {@code window} finds with {@code registry}. */
    public static void register(PrometheusRegistry registry, DriftWindow window) {
        GaugeWithCallback.builder()
                .name("decision_drift_distance")
                .help("Share of the answers of the last window that would have to be others to be as in the baseline")
                .labelNames("question", "trait")
                .callback(now -> each(
                        window,
                        (question, found) -> found.shifts()
                                .forEach(shift -> now.call(
                                        shift.distance(),
                                        question,
                                        shift.trait().wireName()))))
                .register(registry);
        GaugeWithCallback.builder()
                .name("decision_drift_alarm")
                .help("1 if the distance is large and more than chance and the difference of days explain, else 0")
                .labelNames("question", "trait")
                .callback(now -> each(
                        window,
                        (question, found) -> found.shifts()
                                .forEach(shift -> now.call(
                                        found.alarms().contains(shift.trait()) ? 1 : 0,
                                        question,
                                        shift.trait().wireName()))))
                .register(registry);
        GaugeWithCallback.builder()
                .name("decision_drift_answers")
                .help("Answers of the last window that are compared with the baseline")
                .labelNames("question")
                .callback(now -> each(window, (question, found) -> now.call((double) found.answers(), question)))
                .register(registry);
    }

    private static void each(DriftWindow window, BiConsumer<String, DriftWindow.Found> what) {
        Map<String, DriftWindow.Found> labelled = new LinkedHashMap<>();
        // Ids that begin alike may have the same label, and a page must not show one twice.
        window.found().forEach((id, found) -> labelled.putIfAbsent(ConfidenceMetrics.label(id), found));
        labelled.forEach(what);
    }
}
