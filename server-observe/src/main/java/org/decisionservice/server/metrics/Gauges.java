// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Optional;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.decisionlog.DecisionLog;
import org.decisionservice.server.decisionlog.ShadowedRequests;

/** Current use and its limits, read at the moment of a scrape. */
public final class Gauges {
    private Gauges() {}

    /** Registers all of them with {@code registry}, including the metrics of the Java runtime and the process. */
    public static void register(
            PrometheusRegistry registry, Admission admission, InferenceWorker worker, String version) {
        gauge("decision_active_requests", "Requests that are admitted now")
                .callback(now -> now.call(admission.inFlight()))
                .register(registry);
        gauge("decision_waiting_requests", "Requests that wait to be admitted now")
                .callback(now -> now.call(admission.waiting()))
                .register(registry);
        gauge("decision_memory_waiting_requests", "Admitted requests that wait for memory now")
                .callback(now -> now.call(admission.memory().waiting()))
                .register(registry);
        gauge("decision_memory_reserved_bytes", "Memory that admitted requests have reserved, in bytes")
                .callback(now -> now.call((double) admission.memory().reserved()))
                .register(registry);
        CounterWithCallback.builder()
                .name("decision_memory_waits_total")
                .help("Times that an admitted request had to wait for memory")
                .callback(now -> now.call((double) admission.memory().waits()))
                .register(registry);
        CounterWithCallback.builder()
                .name("decision_memory_wait_seconds_total")
                .help("Time that admitted requests waited for memory, in all")
                .callback(now -> now.call(admission.memory().waited().toNanos() / 1e9))
                .register(registry);
        gauge("decision_queue_depth", "Requests that wait for the inference worker now")
                .callback(now -> now.call(worker.queueDepth()))
                .register(registry);
        gauge(
                        "decision_pass_running_seconds",
                        "Time that the pass or load in progress has taken so far; 0 if there is none")
                .callback(now -> now.call(worker.running().toNanos() / 1e9))
                .register(registry);
        JvmMetrics.builder().register(registry);
        Info.builder()
                .name("decision_service_info")
                .help("The version that runs")
                .labelNames("version")
                .register(registry)
                .setLabelValues(version);
    }

    /**
     * Registers the limits that requests meet.
     *
     * @param tokens largest {@code max_len} that a request may ask for
     * @param time that a request may take; empty sets no limit
     */
    public static void limits(PrometheusRegistry registry, Admission admission, int tokens, Optional<Duration> time) {
        limit(registry, "decision_limit_requests", "Requests that may be admitted at once", admission.size());
        limit(
                registry,
                "decision_limit_waiting_requests",
                "Requests that may wait to be admitted",
                admission.mayWait());
        limit(registry, "decision_limit_waiting_bytes", "Memory that admitted requests may share, in bytes", (double)
                admission.memory().size());
        limit(registry, "decision_limit_row_tokens", "Largest max_len that a request may ask for", tokens);
        time.ifPresent(limit -> limit(
                registry, "decision_limit_request_seconds", "Time that a request may take", limit.toNanos() / 1e9));
    }

    private static void limit(PrometheusRegistry registry, String name, String help, double value) {
        gauge(name, help).callback(now -> now.call(value)).register(registry);
    }

    /** Registers what became of the lines of {@code log}. */
    public static void register(PrometheusRegistry registry, DecisionLog log) {
        lines(registry, "decision_log_lines_total", "Lines of the decision log, written or dropped", log);
    }

    private static void lines(PrometheusRegistry registry, String name, String help, DecisionLog log) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("outcome")
                .callback(now -> {
                    now.call((double) log.written(), "written");
                    now.call((double) log.dropped(), "dropped");
                })
                .register(registry);
    }

    /** Registers what becomes of requests that are answered a second time. */
    public static void register(PrometheusRegistry registry, ShadowedRequests shadow) {
        CounterWithCallback.builder()
                .name("decision_shadow_requests_total")
                .help("Requests that were drawn to be answered a second time, by what became of them")
                .labelNames("outcome")
                .callback(now -> {
                    for (ShadowedRequests.ShadowOutcome outcome : ShadowedRequests.ShadowOutcome.values()) {
                        now.call((double) shadow.counted(outcome), outcome.label());
                    }
                })
                .register(registry);
        CounterWithCallback.builder()
                .name("decision_shadow_interruptions_total")
                .help("Passes of second answers that a request has cut off; they are computed again later")
                .callback(now -> now.call((double) shadow.interrupted()))
                .register(registry);
        CounterWithCallback.builder()
                .name("decision_shadow_interruption_seconds_total")
                .help("Time that these passes took to end once the request had come, while it was read and packed")
                .callback(now -> now.call(shadow.ending().toNanos() / 1e9))
                .register(registry);
        lines(registry, "decision_shadow_log_lines_total", "Lines of the shadow log, written or dropped", shadow.log());
        gauge("decision_shadow_waiting_requests", "Requests that wait for their second answer now")
                .callback(now -> now.call(shadow.waiting()))
                .register(registry);
        gauge("decision_shadow_resident_bytes", "Size of weights in memory that only second answers come from")
                .callback(now -> now.call((double) shadow.bytes()))
                .register(registry);
    }

    private static GaugeWithCallback.Builder gauge(String name, String help) {
        return GaugeWithCallback.builder().name(name).help(help);
    }
}
