package org.decisionservice.server.admin;

import io.helidon.health.HealthCheck;
import io.helidon.health.HealthCheckResponse;
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
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Liveness and readiness at {@code /health/live} and {@code /health/ready}, for probes and people. */
public final class AdminListener implements AutoCloseable {
    /** The one user of the operator's port. */
    public static final String USER = "admin";

    private final WebServer server;

    /**
     * Starts listening.
     *
     * @param port 0 takes a free one
     * @param password asked for on every path; empty leaves the port open to whoever reaches it
     * @param ready whether decisions are answered: not before everything is loaded, and not while stopping
     */
    public AdminListener(String host, int port, Optional<String> password, BooleanSupplier ready) {
        WebServerConfig.Builder config = WebServer.builder()
                .host(host)
                .port(port)
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .addFeature(ObserveFeature.builder()
                        .observersDiscoverServices(false)
                        .endpoint("/")
                        .addObserver(HealthObserver.builder()
                                .useSystemServices(false)
                                .details(true)
                                .addCheck(new Readiness(ready))
                                .build())
                        .build());
        password.ifPresent(secret -> config.addFeature(basic(secret)));
        server = config.build().start();
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
                        .path("/*")
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
    }

    private record Readiness(BooleanSupplier ready) implements HealthCheck {
        @Override
        public HealthCheckType type() {
            return HealthCheckType.READINESS;
        }

        @Override
        public String name() {
            return "decisions";
        }

        @Override
        public HealthCheckResponse call() {
            return HealthCheckResponse.builder().status(ready.getAsBoolean()).build();
        }
    }

    private record Operator(String password) implements SecureUserStore.User {
        @Override
        public String login() {
            return USER;
        }

        /** Compares every byte, wherever the first difference is. */
        @Override
        public boolean isPasswordValid(char[] candidate) {
            return MessageDigest.isEqual(
                    new String(candidate).getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8));
        }
    }
}
