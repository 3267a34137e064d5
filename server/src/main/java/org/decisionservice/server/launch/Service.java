// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.helidon.webserver.WebServer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.host.AgentProtocol;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.backend.Inventory;
import org.decisionservice.host.backend.LoadWatch;
import org.decisionservice.host.backend.Preload;
import org.decisionservice.host.backend.WarmUp;
import org.decisionservice.server.access.ApiKeys;
import org.decisionservice.server.admin.Phase;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.MemoryBudget;
import org.decisionservice.server.config.EffectiveSettings;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.http.HttpListener;
import org.decisionservice.server.http.HttpRoutes;
import org.decisionservice.server.http.LearnRoute;
import org.decisionservice.server.observe.RequestWatch;
import org.decisionservice.server.transport.ConnectionLimits;
import org.decisionservice.server.transport.Connections;

/** The whole service on one port. It listens from the return of {@link #start} to that of {@link #close}. */
public final class Service implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Service.class.getName());

    /** Time for requests that are not answered to be told so, and for the pass in progress to end. */
    private static final Duration AFTER_GRACE = Duration.ofSeconds(1);

    private final Settings settings;
    private final Optional<ApiKeys> keys;
    private final Backend backend;
    private final Admission admission;
    private final Connections connections;
    private final WebServer server;
    private final Operations operations;
    private final LoadWatch loads;
    private final ListenerWatch listeners;
    private boolean freed;

    /**
     * Starts listening, after preloading if that is configured; the operator's port listens before that.
     *
     * @param given the settings; what cleans states is loaded here
     * @param effective the settings as they are shown to the operator
     * @throws org.decisionservice.host.ConfigurationException naming what must be changed
     */
    public static Service start(Settings given, List<EffectiveSettings.Entry> effective, Home home) {
        MemoryLimit.ofProcess().shortage().ifPresent(words -> LOG.log(WARNING, words));
        Settings settings = Cleaners.open(given, home);
        Optional<AgentProtocol> agents = Agents.open(settings, home);
        Listening.check(settings.listen());
        ConnectionLimits limits = DescriptorLimit.ofProcess()
                .limits(settings.connections(), settings.http().patience().leastRate());
        settings.admin().ifPresent(admin -> {
            Listening.check(settings.listen(), admin);
            Listening.check(admin);
        });
        Optional<ApiKeys> keys =
                ApiKeys.of(settings.http().apiKey(), settings.http().keysFile());
        Operations operations = new Operations(settings);
        Preload preload = new Preload(settings.host());
        Inventory inventory = Inventory.of(settings.host(), home.starter(), home.engineClasses());
        preload.begin(inventory.catalogue());
        Backend backend = Backend.open(settings.host(), inventory, operations.passes());
        Connections connections = Connections.within(limits);
        try {
            Admission admission = new Admission(
                    settings.http().admitting().maxConcurrent(),
                    settings.http().admitting().perAddress(),
                    settings.http().admitting().queue(),
                    memory(settings),
                    System::nanoTime);
            settings.admin()
                    .ifPresent(port -> operations.listen(port, settings.http(), keys, backend, admission, effective));
            preload.load(
                    backend.worker(),
                    new WarmUp(backend.pipeline(), settings.http().wire()));
            operations.shadow(settings.shadow(), home, inventory, backend);
            return new Service(settings, keys, connections, backend, admission, operations, preload, agents);
        } catch (RuntimeException e) {
            connections.close();
            operations.close();
            backend.close(AFTER_GRACE);
            throw e;
        }
    }

    /** Bytes for all admitted requests together. */
    private static long memory(Settings settings) {
        OptionalInt mebibytes = settings.waitingMemory();
        return mebibytes.isPresent() ? (long) mebibytes.getAsInt() << 20 : MemoryBudget.ofHeap();
    }

    private Service(
            Settings settings,
            Optional<ApiKeys> keys,
            Connections connections,
            Backend backend,
            Admission admission,
            Operations operations,
            Preload preload,
            Optional<AgentProtocol> agents) {
        this.settings = settings;
        this.keys = keys;
        this.connections = connections;
        this.backend = backend;
        this.admission = admission;
        this.operations = operations;
        operations.describe(backend);
        RequestWatch watch = operations.requests();
        server = WebServer.builder()
                .host(settings.listen().host())
                .port(settings.listen().port())
                // This class stops the server, because it has more to stop.
                .shutdownHook(false)
                .update(config -> HttpListener.configure(config, settings.http(), connections))
                .routing(http -> HttpRoutes.routing(
                        http,
                        backend.pipeline(),
                        settings.http(),
                        keys,
                        admission,
                        watch,
                        agents,
                        LearnRoute.of(
                                settings.http(),
                                backend::returningStateVectors,
                                admission.memory().size())))
                .build();
        preload.await();
        server.start();
        if (!server.isRunning()) {
            throw Listening.taken(settings.listen());
        }
        Listening.warn(settings.listen(), settings.http().open());
        loads = LoadWatch.start(
                settings.host().checkpoints().loading(),
                backend.catalogue(),
                settings.admin().isPresent(),
                backend.worker()::load,
                System::nanoTime);
        operations.readyWhile(loads::isReady);
        operations.phase(Phase.SERVING);
        listeners = ListenerWatch.start(addresses(), this::nobodyListens);
    }

    private List<InetSocketAddress> addresses() {
        List<InetSocketAddress> addresses = new ArrayList<>();
        addresses.add(Listening.reached(settings.listen().host(), server.port()));
        settings.admin()
                .ifPresent(admin -> addresses.add(
                        Listening.reached(admin.host(), operations.port().orElseThrow())));
        return addresses;
    }

    private void nobodyListens(InetSocketAddress address) {
        failed();
        Fatal.end(
                Fatal.Reason.NOBODY_LISTENS,
                address.getHostString() + " port " + address.getPort() + " refuses connections");
    }

    /**
     * Reads checkpoints, calibrations and question sets again, and begins new logs of decisions if the old ones were
     * moved away. Requests in progress keep what they began with.
     */
    void reload() {
        keys.ifPresent(operations::reload);
        // Calibrations might be meant for the new files of a checkpoint that was not replaced.
        if (backend.reloads().reloadAll()) {
            operations.reload(backend.calibrations());
        }
        settings.http().wire().sources().sets().ifPresent(operations::reload);
        operations.reload();
    }

    /** Tells probes that this process cannot recover. */
    void failed() {
        operations.phase(Phase.FAILED);
    }

    /** The port that the service listens on. */
    public int port() {
        return server.port();
    }

    /** The operator's port, if there is one. */
    public OptionalInt adminPort() {
        return operations.port();
    }

    /** The start-up text for the operator: what is served, on which engine, to whom, and a request to try. */
    public String banner() {
        return Banner.text(
                settings,
                backend.catalogue(),
                backend.placements(),
                backend.worker().residents().precisions(),
                server.port(),
                operations.port());
    }

    /** Stops as {@link #stop()} does. */
    @Override
    public void close() {
        stop();
    }

    /**
     * Is no longer ready, admits no more requests after the drain, gives the admitted ones the configured time to
     * finish, then stops listening and frees the models. Idempotent.
     *
     * @return whether everything was freed; false if a pass still computes for a request that nobody waits for
     */
    public boolean stop() {
        if (server.isRunning()) {
            Duration grace = settings.listen().shutdownGrace();
            operations.phase(Phase.STOPPING);
            drain(settings.listen().drain());
            listeners.close();
            loads.close();
            operations.endShadow();
            admission.shut();
            LOG.log(INFO, "stopping; requests in flight: {0}", connections.inFlight());
            if (!connections.awaitIdle(grace)) {
                LOG.log(
                        WARNING,
                        "requests still in flight after {1} s (SERVICE_SHUTDOWN_GRACE_S), now refused: {0}",
                        connections.inFlight(),
                        grace.toSeconds());
                admission.giveUp();
                connections.awaitIdle(AFTER_GRACE);
            }
            server.stop();
            connections.close();
            freed = backend.close(AFTER_GRACE);
            operations.close();
            LOG.log(INFO, "stopped");
        }
        return freed;
    }

    /** Proxies that probe readiness send nothing more meanwhile; whoever does not know yet is still answered. */
    private static void drain(Duration time) {
        if (time.isPositive()) {
            LOG.log(
                    INFO,
                    "not ready any more; requests are answered for another {0} s (SERVICE_DRAIN_S)",
                    time.toSeconds());
            try {
                Thread.sleep(time);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
