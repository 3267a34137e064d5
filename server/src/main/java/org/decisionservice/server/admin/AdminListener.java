// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import io.helidon.health.HealthCheckType;
import io.helidon.security.Security;
import io.helidon.security.providers.httpauth.HttpBasicAuthProvider;
import io.helidon.security.providers.httpauth.SecureUserStore;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.observe.ObserveFeature;
import io.helidon.webserver.observe.health.HealthObserver;
import io.helidon.webserver.security.PathsConfig;
import io.helidon.webserver.security.SecurityFeature;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.decisionservice.host.backend.Reloaded;
import org.decisionservice.server.access.CallerRule;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.transport.ConnectionLimits;
import org.decisionservice.server.transport.Connections;

/**
 * Serves {@code /health/started}, {@code /health/ready}, {@code /health/live}, {@code /metrics} and {@code /info} for
 * probes and people, and reads calibrations and checkpoints again when it is told to.
 */
public final class AdminListener implements AutoCloseable {
    /** Maximum number of open connections to the operator's port. */
    public static final int MOST_CONNECTIONS = 64;

    /** The only user of the operator's port. */
    public static final String USER = "admin";

    /**
     * Excludes the health paths: an orchestrator's probes come from elsewhere and cannot send a secret, and they learn
     * only one word.
     */
    private static final String GUARDED = "/{path:(?!health/(?:started|ready|live)$).*}";

    /**
     * Far more connections than probes and scrapes need, and few enough to keep them in reserve. Scrapes usually come
     * once a minute, and a connection that is closed at that moment costs one.
     */
    private static final ConnectionLimits LIMITS = new ConnectionLimits(
            MOST_CONNECTIONS, ConnectionLimits.HEAD_TIMEOUT, Duration.ofSeconds(75), LeastRate.NONE);

    private final Connections connections = Connections.within(LIMITS);
    private final WebServer server;

    /**
     * Starts listening.
     *
     * @param port where to listen; its password is required on every path except the three health paths, and without a
     *     password the port is open to everybody who can reach it
     * @param callers who may call it besides its own pages and clients
     * @param phase the current phase of the service
     * @param loadable whether what is served can be loaded, as far as is known
     * @param metrics what a scrape shows
     * @param info evaluated for every request for it
     * @param files what reads files again, by path
     * @param checkpoints reads the checkpoint of a name again
     */
    public AdminListener(
            Settings.Admin port,
            Callers callers,
            Supplier<Phase> phase,
            BooleanSupplier loadable,
            PrometheusRegistry metrics,
            Supplier<ServiceInfo> info,
            Map<String, FilesReload> files,
            Function<String, Reloaded> checkpoints) {
        HealthObserver health = HealthObserver.builder()
                .useSystemServices(false)
                .details(true)
                .addCheck(new PhaseCheck(HealthCheckType.STARTUP, phase, loadable))
                .addCheck(new PhaseCheck(HealthCheckType.READINESS, phase, loadable))
                .addCheck(new PhaseCheck(HealthCheckType.LIVENESS, phase, loadable))
                .build();
        WebServerConfig.Builder config = WebServer.builder()
                .host(port.host())
                .port(port.port())
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .addFeature(ObserveFeature.builder()
                        .observersDiscoverServices(false)
                        .endpoint("/")
                        .addObserver(health)
                        .build())
                .directHandlers(OperatorErrors.handlers())
                .update(builder -> connections.configure(builder, 0))
                .routing(routing -> routing.addFeature(new OperatorGuard(new CallerRule(callers)))
                        .get("/", new IndexPage())
                        .get("/metrics", new MetricsPage(metrics))
                        .get("/info", new InfoPage(info))
                        .update(builder -> files.forEach(builder::post))
                        .post(CheckpointReloadHandler.PATH, new CheckpointReloadHandler(checkpoints)));
        port.password().ifPresent(secret -> config.addFeature(basic(secret)));
        server = config.build().start();
    }

    /** Whether it really listens. Helidon does not throw if another process has taken the port. */
    public boolean isRunning() {
        return server.isRunning();
    }

    private static SecurityFeature basic(String password) {
        return SecurityFeature.builder()
                .security(Security.builder()
                        .addProvider(HttpBasicAuthProvider.builder()
                                .realm("decision-service-admin")
                                .userStore(name -> Optional.<SecureUserStore.User>of(new Operator(password))
                                        .filter(_ -> name.equals(USER))))
                        .build())
                .addPath(PathsConfig.builder()
                        .path(GUARDED)
                        .handler(SecurityFeature.authenticate())
                        .build())
                .build();
    }

    /** The port that is listened on. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
        connections.close();
    }

    private record Operator(String password) implements SecureUserStore.User {
        @Override
        public String login() {
            return USER;
        }

        /** Compares all bytes, wherever the first difference is. */
        @Override
        public boolean isPasswordValid(char[] candidate) {
            return MessageDigest.isEqual(
                    new String(candidate).getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8));
        }
    }
}
