// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static java.lang.System.Logger.Level.INFO;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.decisionservice.server.admin.AdminListener;
import org.decisionservice.server.admin.Phase;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.config.EffectiveSettings;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.metrics.Gauges;
import org.decisionservice.server.metrics.RequestMetrics;
import org.decisionservice.server.observe.RequestLog;
import org.decisionservice.server.observe.RequestObserver;
import org.decisionservice.server.observe.RequestWatch;
import org.decisionservice.server.tracing.RequestTraces;
import org.decisionservice.server.worker.PassObserver;

/** The operator's side of the service. If no port is configured that would show metrics, nothing is counted. */
final class Operations implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Operations.class.getName());

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Optional<RequestMetrics> metrics;
    private final Optional<RequestTraces> traces;
    private Optional<AdminListener> listener = Optional.empty();

    Operations(Settings settings) {
        metrics = settings.admin().map(_ -> new RequestMetrics(registry));
        traces = settings.traces()
                .map(collector -> new RequestTraces(collector, About.version(), InstantSource.system()));
    }

    /** Counts the passes for clients; there are none before the service listens. */
    PassObserver passes() {
        return metrics.<PassObserver>map(counted -> (checkpoint, rows) -> {
                    if (phase.get() != Phase.STARTING) {
                        counted.passed(checkpoint, rows);
                    }
                })
                .orElse(PassObserver.NONE);
    }

    RequestWatch requests() {
        List<RequestObserver> observers = new ArrayList<>();
        observers.add(new RequestLog());
        metrics.ifPresent(observers::add);
        traces.ifPresent(observers::add);
        return new RequestWatch(System::nanoTime, observers);
    }

    /**
     * Opens the operator's port.
     *
     * @throws org.decisionservice.server.config.ConfigurationException if the port is not available
     */
    void listen(Settings.Admin port, Backend backend, Admission admission, List<EffectiveSettings.Entry> effective) {
        Gauges.register(registry, admission, backend.worker(), About.version());
        AdminListener started = new AdminListener(
                port,
                phase::get,
                registry,
                () -> About.info(backend, effective),
                () -> backend.calibrations().reload(),
                backend.reloads()::reload);
        listener = Optional.of(started);
        if (!started.isRunning()) {
            throw Listening.taken(port);
        }
        // The banner says this too, but only once the checkpoints are loaded, which may take minutes.
        LOG.log(INFO, "health and metrics on {0} port {1}", port.host(), Integer.toString(started.port()));
    }

    void phase(Phase now) {
        phase.set(now);
    }

    OptionalInt port() {
        return listener.map(admin -> OptionalInt.of(admin.port())).orElseGet(OptionalInt::empty);
    }

    @Override
    public void close() {
        traces.ifPresent(RequestTraces::close);
        listener.ifPresent(AdminListener::close);
    }
}
