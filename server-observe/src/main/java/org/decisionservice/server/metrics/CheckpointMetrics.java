// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.residency.Occupancy;
import org.decisionservice.host.worker.LogitsCache;

/** Metrics of the checkpoints, read at the moment of a scrape. */
public final class CheckpointMetrics {
    private static final String CHECKPOINT = "checkpoint";

    private final PrometheusRegistry registry;
    private final Backend backend;

    private CheckpointMetrics(PrometheusRegistry registry, Backend backend) {
        this.registry = registry;
        this.backend = backend;
    }

    /** Registers all of them with {@code registry}. */
    public static void register(PrometheusRegistry registry, Backend backend) {
        CheckpointMetrics metrics = new CheckpointMetrics(registry, backend);
        metrics.memory();
        metrics.loads();
        if (backend.worker().cache().isPresent()) {
            metrics.cache();
        }
    }

    private void memory() {
        gauge("decision_models_loaded", "Checkpoints whose weights are in memory now")
                .callback(now -> now.call((double) backend.worker().residents().occupancy().values().stream()
                        .filter(Occupancy::resident)
                        .count()))
                .register(registry);
        gauge("decision_resident_bytes", "Size of each checkpoint's weights in memory, by its precision; else 0")
                .labelNames(CHECKPOINT)
                .callback(now -> each(Occupancy::bytes, now::call))
                .register(registry);
        gauge(
                        "decision_checkpoint_precision",
                        "1 for the precision and the device that each checkpoint in memory computes in")
                .labelNames(CHECKPOINT, "precision", "device")
                .callback(now -> backend.worker()
                        .residents()
                        .precisions()
                        .forEach((checkpoint, served) -> now.call(
                                1,
                                checkpoint,
                                served.precision().toString(),
                                served.device().toString())))
                .register(registry);
    }

    private void loads() {
        counter("decision_checkpoint_loads_total", "Times that a checkpoint was read into memory")
                .callback(now -> each(Occupancy::loads, now::call))
                .register(registry);
        counter("decision_checkpoint_load_seconds_total", "Time that these loads took")
                .callback(now -> each(cost -> cost.loading().toNanos() / 1e9, now::call))
                .register(registry);
        counter(
                        "decision_checkpoint_load_failures_total",
                        "Times that a checkpoint could not be fetched, read or loaded")
                .callback(now -> backend.catalogue()
                        .all()
                        .forEach(checkpoint ->
                                now.call((double) checkpoint.loads().failures(), checkpoint.toString())))
                .register(registry);
        counter("decision_checkpoint_evictions_total", "Times that a checkpoint left memory to make room for another")
                .callback(now -> each(Occupancy::evictions, now::call))
                .register(registry);
        CounterWithCallback.builder()
                .name("decision_checkpoint_reloads_total")
                .help("Times that a checkpoint was read again while the service ran, by what came of it")
                .labelNames(CHECKPOINT, "outcome")
                .callback(now -> backend.reloads()
                        .counts()
                        .forEach((count, times) -> now.call((double) times, count.checkpoint(), count.outcome())))
                .register(registry);
        counter("decision_cpu_fallbacks_total", "Requests that an accelerator had no memory for, computed on the CPU")
                .callback(now -> each(Occupancy::fallbacks, now::call))
                .register(registry);
    }

    private void cache() {
        CounterWithCallback.builder()
                .name("decision_cache_rows_total")
                .help("Rows of requests, by whether they had been computed before")
                .labelNames("outcome")
                .callback(now -> use().ifPresent(use -> {
                    now.call((double) use.found(), "found");
                    now.call((double) use.missed(), "computed");
                }))
                .register(registry);
        gauge("decision_cache_bytes", "Memory that computed rows take, of the heap")
                .callback(now -> use().ifPresent(use -> now.call((double) use.bytes())))
                .register(registry);
        gauge("decision_limit_cache_bytes", "Memory that computed rows may take")
                .callback(now -> use().ifPresent(use -> now.call((double) use.limit())))
                .register(registry);
    }

    private Optional<LogitsCache.Use> use() {
        return backend.worker().cache();
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

    private void each(ToDoubleFunction<Occupancy> value, Sample sample) {
        backend.worker()
                .residents()
                .occupancy()
                .forEach((checkpoint, occupancy) -> sample.of(value.applyAsDouble(occupancy), checkpoint));
    }
}
