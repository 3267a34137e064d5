// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.contract.request.QuestionSet;
import org.decisionservice.contract.request.QuestionSetFolder;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.text.Printable;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.Health;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.backend.Inventory;
import org.decisionservice.host.backend.Shadow;
import org.decisionservice.host.checkpoints.Calibrations;
import org.decisionservice.host.worker.PassObserver;
import org.decisionservice.host.worker.SpareTime;
import org.decisionservice.hub.HubException;
import org.decisionservice.judging.drift.Baseline;
import org.decisionservice.server.access.ApiKeys;
import org.decisionservice.server.admin.AdminListener;
import org.decisionservice.server.admin.FilesReload;
import org.decisionservice.server.admin.Phase;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.config.EffectiveSettings;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.decisionlog.DecisionLog;
import org.decisionservice.server.decisionlog.Provenance;
import org.decisionservice.server.decisionlog.ShadowedRequests;
import org.decisionservice.server.metrics.CheckpointMetrics;
import org.decisionservice.server.metrics.ConfidenceMetrics;
import org.decisionservice.server.metrics.DriftMetrics;
import org.decisionservice.server.metrics.DriftMonitor;
import org.decisionservice.server.metrics.DriftWindow;
import org.decisionservice.server.metrics.FileReloads;
import org.decisionservice.server.metrics.Gauges;
import org.decisionservice.server.metrics.KeyMetrics;
import org.decisionservice.server.metrics.RequestMetrics;
import org.decisionservice.server.observe.DecisionObserver;
import org.decisionservice.server.observe.RequestObserver;
import org.decisionservice.server.observe.RequestTraces;
import org.decisionservice.server.observe.RequestWatch;
import org.decisionservice.tools.drift.Baselines;
import org.decisionservice.tools.drift.DriftReport;
import org.decisionservice.tools.labelled.LabelsException;

/** The operator's side of the service. If no port is configured that would show metrics, nothing is counted. */
final class Operations implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Operations.class.getName());

    /** Of a client's requests, the next one mostly follows sooner. */
    private static final Duration CALM = Duration.ofMillis(5);

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final FileReloads reloads = new FileReloads(registry);
    private final Optional<RequestMetrics> metrics;
    private final Optional<KeyMetrics> keys;
    private final Optional<ConfidenceMetrics> confidences;
    private final Optional<DecisionLog> decisions;
    private final Optional<DriftMonitor> drift;
    /** Set after the operator's port has opened. */
    private volatile Optional<ShadowedRequests> shadow = Optional.empty();

    private volatile BooleanSupplier loadable = () -> true;
    private volatile Provenance provenance = Provenance.UNKNOWN;
    private final Optional<RequestTraces> traces;
    private final boolean addresses;
    private Optional<AdminListener> listener = Optional.empty();

    /**
     * Opens what the settings name.
     *
     * @throws org.decisionservice.host.ConfigurationException if the decision log cannot be written or the baseline
     *     cannot be read
     */
    Operations(Settings settings) {
        decisions = settings.decisionLog()
                .map(log -> DecisionLog.open(
                        log.file(), log.states(), name -> provenance.of(name), InstantSource.system()));
        drift = settings.drift().map(Operations::monitor);
        confidences = settings.admin().map(_ -> new ConfidenceMetrics(registry));
        metrics = settings.admin().map(_ -> new RequestMetrics(registry));
        keys = settings.admin()
                .filter(_ -> settings.http().keysFile().isPresent())
                .map(_ -> new KeyMetrics(registry));
        traces = settings.traces().map(export -> new RequestTraces(export, About.version(), InstantSource.system()));
        addresses = settings.log().addresses();
    }

    private static DriftMonitor monitor(Settings.Drift drift) {
        try {
            Baseline baseline = Baselines.readFrozen(drift.baseline());
            if (baseline.isShort()) {
                LOG.log(WARNING, "drift: the baseline in {0} {1}", drift.baseline(), DriftReport.SHORT);
            }
            return new DriftMonitor(
                    baseline,
                    new DriftWindow(
                            baseline,
                            drift.window(),
                            System::nanoTime,
                            Thread.ofVirtual().name("drift")::start));
        } catch (LabelsException e) {
            throw new ConfigurationException("SERVICE_DRIFT_BASELINE: " + e.getMessage());
        }
    }

    /** Counts the passes for clients, if anything is counted; there are none before the service listens. */
    Optional<PassObserver> passes() {
        return metrics.map(counted -> (checkpoint, rows) -> {
            if (phase.get() != Phase.STARTING) {
                counted.passed(checkpoint, rows);
            }
        });
    }

    RequestWatch requests() {
        List<RequestObserver> observers = new ArrayList<>();
        metrics.ifPresent(observers::add);
        keys.ifPresent(observers::add);
        traces.ifPresent(observers::add);
        shadow.ifPresent(observers::add);
        List<DecisionObserver> deciding = new ArrayList<>();
        confidences.ifPresent(deciding::add);
        decisions.ifPresent(deciding::add);
        drift.ifPresent(deciding::add);
        shadow.ifPresent(deciding::add);
        return new RequestWatch(
                System::nanoTime, observers, deciding, addresses, traces.map(_ -> RequestTraces::newId));
    }

    /** Says from now on which weights and calibrations are behind a decision. */
    void describe(Backend backend) {
        provenance = name -> weights(
                name,
                Optional.ofNullable(backend.worker().health().resident().get(name))
                        .map(Health.Resident::revision),
                backend.calibrations());
    }

    private static Provenance.Weights weights(String name, Optional<String> revision, Calibrations files) {
        return new Provenance.Weights(
                revision, Calibrations.of(name, files.digests()), Calibrations.of(name, files.learned()));
    }

    /**
     * Opens what requests are to be answered with a second time, if the settings name it, and loads it.
     *
     * @throws ConfigurationException naming what cannot be read or loaded
     */
    void shadow(Optional<Settings.Shadow> settings, Home home, Inventory served, Backend backend) {
        shadow = settings.map(tried -> {
            Settings.DecisionLog file = tried.log();
            DecisionLog log =
                    DecisionLog.ofTwo(file.file(), file.states(), name -> provenance.of(name), InstantSource.system());
            SpareTime spare = new SpareTime(CALM, System::nanoTime);
            Shadow opened;
            try {
                opened = tried.ownWeights()
                        ? Shadow.ofWeights(
                                tried.host(),
                                Inventory.of(tried.host(), home.starter(), served.engines()),
                                backend,
                                spare)
                        : Shadow.ofFiles(tried.host().checkpoints(), backend, spare);
            } catch (ConfigurationException | CheckpointException | HubException | UncheckedIOException e) {
                log.close();
                throw ConfigurationException.of(
                        "SERVICE_SHADOW: " + Printable.joinLines(String.valueOf(e.getMessage())), e);
            }
            LOG.log(
                    INFO,
                    "shadow: {0} of the requests are answered a second time with {1}",
                    Double.toString(tried.share()),
                    tried.tried());
            return ShadowedRequests.start(
                    opened,
                    spare,
                    tried.share(),
                    log,
                    tried.tried(),
                    name -> weights(name, opened.revision(name), opened.calibrations()));
        });
        listener.flatMap(_ -> shadow).ifPresent(opened -> Gauges.register(registry, opened));
    }

    /** Answers no request a second time from now on. */
    void endShadow() {
        shadow.ifPresent(ShadowedRequests::close);
    }

    /** Begins new logs if the old ones were moved away, and reads the files of the shadow again. */
    void reload() {
        decisions.ifPresent(DecisionLog::followName);
        shadow.ifPresent(ShadowedRequests::reload);
    }

    /**
     * Opens the operator's port.
     *
     * @throws org.decisionservice.host.ConfigurationException if the port is not available
     */
    void listen(
            Settings.Admin port,
            HttpOptions http,
            Optional<ApiKeys> apiKeys,
            Backend backend,
            Admission admission,
            List<EffectiveSettings.Entry> effective) {
        Gauges.register(registry, admission, backend.worker(), About.version());
        Gauges.limits(
                registry,
                admission,
                http.wire().maxTokenBudget(),
                http.patience().requestTimeout());
        CheckpointMetrics.register(registry, backend);
        decisions.ifPresent(log -> Gauges.register(registry, log));
        drift.ifPresent(monitor -> DriftMetrics.register(registry, monitor.window()));
        AdminListener started = new AdminListener(
                port,
                http.callers(),
                phase::get,
                () -> loadable.getAsBoolean(),
                registry,
                () -> About.info(backend, effective),
                files(backend, http.wire().sources().sets(), apiKeys),
                backend.reloads()::reload);
        listener = Optional.of(started);
        if (!started.isRunning()) {
            throw Listening.taken(port);
        }
        // The banner says this too, but only once the checkpoints are loaded, which may take minutes.
        LOG.log(INFO, "health and metrics on {0} port {1}", port.host(), Integer.toString(started.port()));
    }

    private Map<String, FilesReload> files(
            Backend backend, Optional<QuestionSetFolder> sets, Optional<ApiKeys> apiKeys) {
        Map<String, FilesReload> files = new HashMap<>();
        files.put(FilesReload.CALIBRATION, new FilesReload(() -> reloadWithShadow(backend.calibrations())));
        apiKeys.filter(ApiKeys::named)
                .ifPresent(named -> files.put(FilesReload.KEYS, new FilesReload(() -> reload(named))));
        sets.ifPresent(folder -> files.put(FilesReload.QUESTION_SETS, new FilesReload(() -> reload(folder))));
        return files;
    }

    /**
     * Reads the calibrations that requests are answered by again, and those of the shadow, which would otherwise be
     * compared by files of which one is old.
     *
     * @return why nothing was changed in one of them; empty if all are in force
     */
    private Optional<String> reloadWithShadow(Calibrations served) {
        return reloads.read(FileReloads.Files.CALIBRATION, () -> readAgain(served));
    }

    /** Reads the calibrations that requests are answered by again, and returns why the old ones stay, if they do. */
    Optional<String> reload(Calibrations served) {
        return reloads.read(FileReloads.Files.CALIBRATION, served::reload);
    }

    /** Reads the keys again, and returns why the old ones stay, if they do. */
    Optional<String> reload(ApiKeys apiKeys) {
        return reloads.read(FileReloads.Files.KEYS, apiKeys::reload);
    }

    private Optional<String> readAgain(Calibrations served) {
        List<Calibrations> named = Stream.concat(
                        Stream.of(served), shadow.stream().map(ShadowedRequests::calibrations))
                .filter(Calibrations::anyNamed)
                .toList();
        List<Optional<String>> kept = (named.isEmpty() ? List.of(served) : named)
                .stream().map(Calibrations::reload).toList();
        return kept.stream().flatMap(Optional::stream).findFirst();
    }

    /**
     * Reads the question sets again. If one of them cannot be used, all stay as they are, and the log says why.
     *
     * @return why nothing was changed; empty if they are in force
     */
    Optional<String> reload(QuestionSetFolder sets) {
        return reloads.read(FileReloads.Files.QUESTION_SETS, () -> readAgain(sets));
    }

    private static Optional<String> readAgain(QuestionSetFolder sets) {
        try {
            sets.reload();
        } catch (QuestionSetFolder.Unusable e) {
            LOG.log(WARNING, "the question sets are not reloaded, and those in force stay: {0}", e.getMessage());
            return Optional.of("SERVICE_QUESTION_SETS: " + e.getMessage());
        }
        LOG.log(
                INFO,
                "question sets: {0}",
                sets.sets().stream().map(QuestionSet::name).collect(Collectors.joining(", ")));
        return Optional.empty();
    }

    /** Says from now on whether what is served can be loaded. */
    void readyWhile(BooleanSupplier now) {
        loadable = now;
    }

    void phase(Phase now) {
        phase.set(now);
    }

    OptionalInt port() {
        return listener.map(admin -> OptionalInt.of(admin.port())).orElseGet(OptionalInt::empty);
    }

    @Override
    public void close() {
        endShadow();
        traces.ifPresent(RequestTraces::close);
        listener.ifPresent(AdminListener::close);
        decisions.ifPresent(DecisionLog::close);
    }
}
