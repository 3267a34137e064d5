// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.ToLongFunction;
import org.decisionservice.host.residency.Occupancy;
import org.decisionservice.host.worker.InferenceWorker;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.decisionlog.DecisionLog;

/** Metrics that are read at the moment of a scrape. */
public final class Gauges {
    private static final String CHECKPOINT = "checkpoint";

    private Gauges() {}

    /** Registers all of them with {@code registry}, including the metrics of the Java runtime and the process. */
    public static void register(
            PrometheusRegistry registry, Admission admission, InferenceWorker worker, String version) {
        gauge("active_requests", "Requests that are admitted now")
                .callback(now -> now.call(admission.inFlight()))
                .register(registry);
        gauge("waiting_requests", "Requests that wait to be admitted now")
                .callback(now -> now.call(admission.waiting()))
                .register(registry);
        gauge("queue_depth", "Requests that wait for the inference worker now")
                .callback(now -> now.call(worker.queueDepth()))
                .register(registry);
        gauge("models_loaded", "Checkpoints whose weights are in memory now")
                .callback(now -> now.call((double) worker.occupancy().values().stream()
                        .filter(Occupancy::resident)
                        .count()))
                .register(registry);
        gauge("resident_bytes", "Size of the weights file of each checkpoint that is in memory, else 0")
                .labelNames(CHECKPOINT)
                .callback(now -> each(worker, Occupancy::bytes, now::call))
                .register(registry);
        counter("checkpoint_loads_total", "Times that a checkpoint was read into memory")
                .callback(now -> each(worker, Occupancy::loads, now::call))
                .register(registry);
        counter("checkpoint_evictions_total", "Times that a checkpoint left memory to make room for another")
                .callback(now -> each(worker, Occupancy::evictions, now::call))
                .register(registry);
        counter("cpu_fallbacks_total", "Requests that an accelerator had no memory for, computed on the CPU")
                .callback(now -> each(worker, Occupancy::fallbacks, now::call))
                .register(registry);
        JvmMetrics.builder().register(registry);
        Info.builder()
                .name("service_info")
                .help("The version that runs")
                .labelNames("version")
                .register(registry)
                .setLabelValues(version);
    }

    /** Registers what became of the lines of {@code log}. */
    public static void register(PrometheusRegistry registry, DecisionLog log) {
        CounterWithCallback.builder()
                .name("decision_log_lines_total")
                .help("Lines of the decision log, written or dropped")
                .labelNames("outcome")
                .callback(now -> {
                    now.call((double) log.written(), "written");
                    now.call((double) log.dropped(), "dropped");
                })
                .register(registry);
    }

    private static GaugeWithCallback.Builder gauge(String name, String help) {
        return GaugeWithCallback.builder().name(name).help(help);
    }

    private static CounterWithCallback.Builder counter(String name, String help) {
        return CounterWithCallback.builder().name(name).help(help).labelNames(CHECKPOINT);
    }

    private interface Sample {
        void of(double value, String... labels);
    }

    private static void each(InferenceWorker worker, ToLongFunction<Occupancy> value, Sample sample) {
        worker.occupancy()
                .forEach((checkpoint, occupancy) -> sample.of((double) value.applyAsLong(occupancy), checkpoint));
    }
}
