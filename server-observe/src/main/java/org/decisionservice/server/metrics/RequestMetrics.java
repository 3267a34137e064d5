// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.worker.PassObserver;
import org.decisionservice.server.observe.Effort;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.FinishedRequest;
import org.decisionservice.server.observe.RequestObserver;

/** Counts and times of the finished requests and the computed passes. */
public final class RequestMetrics implements RequestObserver, PassObserver {
    private static final String CHECKPOINT = "checkpoint";

    /** Buckets from a short text on a small checkpoint to a full batch on a large one. */
    private static final double[] SECONDS = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
    };

    private static final double[] PACKING_SECONDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5
    };

    private static final double[] ROWS = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

    private final Counter requests;
    private final Counter rejections;
    private final Counter rows;
    private final Counter tokens;
    private final Counter truncations;
    private final Histogram latency;
    private final Histogram packing;
    private final Histogram waiting;
    private final Histogram inference;
    private final Histogram batchSize;

    /** Registers every metric with {@code registry}. */
    public RequestMetrics(PrometheusRegistry registry) {
        requests = counter(
                registry,
                "decision_requests_total",
                "Requests of the routes that need the key, by how they ended",
                "route",
                CHECKPOINT,
                "outcome");
        rejections =
                counter(registry, "decision_rejections_total", "Requests that were refused, by the reason", "reason");
        for (Ending ending : Ending.values()) {
            // Only keys with names have rates, so the metric of all others stays as it is.
            if (ending.refused() && ending != Ending.RATE_LIMITED) {
                rejections.initLabelValues(ending.label());
            }
        }
        rows = counter(
                registry, "decision_rows_total", "Rows computed, at least one per state and question", CHECKPOINT);
        tokens = counter(registry, "decision_tokens_total", "Tokens of the rows that requests need", CHECKPOINT);
        truncations =
                counter(registry, "decision_truncations_total", "States of which something was cut off", CHECKPOINT);
        latency = histogram(
                registry,
                "decision_request_latency_seconds",
                "Time from the head of a decision request to the last byte of its answer",
                SECONDS,
                "route",
                "outcome");
        packing = histogram(
                registry,
                "decision_pack_seconds",
                "Time for routing, tokens and rows of a request",
                PACKING_SECONDS,
                CHECKPOINT);
        waiting = histogram(
                registry,
                "decision_queue_wait_seconds",
                "Time a request waited for the inference worker",
                SECONDS,
                CHECKPOINT);
        inference = histogram(
                registry,
                "decision_inference_seconds",
                "Time a request had the inference worker, a load included",
                SECONDS,
                CHECKPOINT);
        batchSize = histogram(
                registry,
                "decision_batch_size",
                "Rows of a pass as planned; an engine may compute it in smaller calls",
                ROWS,
                CHECKPOINT);
    }

    private static Counter counter(PrometheusRegistry registry, String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    private static Histogram histogram(
            PrometheusRegistry registry, String name, String help, double[] bounds, String... labels) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .classicOnly()
                .classicUpperBounds(bounds)
                .labelNames(labels)
                .register(registry);
    }

    @Override
    public void finished(FinishedRequest request) {
        String route = request.route().label();
        String outcome = request.ending().label();
        requests.labelValues(route, request.checkpoint(), outcome).inc();
        // Lists and pages would hide how long decisions take.
        if (request.route().decision().isPresent()) {
            latency.labelValues(route, outcome).observe(seconds(request.latency()));
        }
        if (request.ending().refused()) {
            rejections.labelValues(outcome).inc();
        }
        request.effort().ifPresent(this::decided);
    }

    private void decided(Effort effort) {
        String checkpoint = effort.checkpoint();
        rows.labelValues(checkpoint).inc(effort.rows());
        tokens.labelValues(checkpoint).inc(effort.tokens());
        truncations.labelValues(checkpoint).inc(effort.truncated());
        packing.labelValues(checkpoint).observe(seconds(effort.timings().packing()));
        waiting.labelValues(checkpoint).observe(seconds(effort.timings().waited()));
        inference.labelValues(checkpoint).observe(seconds(effort.timings().working()));
    }

    @Override
    public void passed(ServedCheckpoint checkpoint, RowBatch pass) {
        batchSize.labelValues(checkpoint.toString()).observe(pass.size());
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
