// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.decisionservice.server.observe.FinishedRequest;
import org.decisionservice.server.observe.RequestObserver;

/** Requests by the key that they came with. Names of keys come from the operator's file, so there are few. */
public final class KeyMetrics implements RequestObserver {
    private final Counter requests;

    /** Registers the metric with {@code registry}. */
    public KeyMetrics(PrometheusRegistry registry) {
        requests = Counter.builder()
                .name("decision_key_requests_total")
                .help("Requests that came with a key, by its name and by how they ended")
                .labelNames("key", "outcome")
                .register(registry);
    }

    @Override
    public void finished(FinishedRequest request) {
        request.key()
                .ifPresent(name ->
                        requests.labelValues(name, request.ending().label()).inc());
    }
}
