// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Counts reads of configured files while the service runs, whether the operator's port or a signal asked for them. */
public final class FileReloads {
    private static final String RELOADED = "reloaded";
    private static final String REFUSED = "refused";

    private final Counter counter;

    /** Files that are read together. */
    public enum Files {
        KEYS,
        QUESTION_SETS,
        CALIBRATION;

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public FileReloads(PrometheusRegistry registry) {
        counter = Counter.builder()
                .name("decision_file_reloads_total")
                .help("Times that files of settings were read again while the service ran, by what came of it")
                .labelNames("files", "outcome")
                .register(registry);
        for (Files files : Files.values()) {
            // An increase from nothing to 1 is none to Prometheus.
            counter.initLabelValues(files.label(), RELOADED);
            counter.initLabelValues(files.label(), REFUSED);
        }
    }

    /**
     * Reads files again.
     *
     * @param reload returns why nothing was changed, or empty
     * @return the same
     */
    public Optional<String> read(Files files, Supplier<Optional<String>> reload) {
        Optional<String> kept = reload.get();
        counter.labelValues(files.label(), kept.isEmpty() ? RELOADED : REFUSED).inc();
        return kept;
    }
}
