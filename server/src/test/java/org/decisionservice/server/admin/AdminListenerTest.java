package org.decisionservice.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class AdminListenerTest {
    private final AtomicBoolean ready = new AtomicBoolean(true);

    private static HttpResponse<String> get(AdminListener admin, String path, Optional<String> credentials)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + path));
        credentials.ifPresent(c -> request.header(
                "Authorization", "Basic " + Base64.getEncoder().encodeToString(c.getBytes(StandardCharsets.UTF_8))));
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void readinessFollowsTheServiceAndLivenessDoesNot() throws Exception {
        try (AdminListener admin = new AdminListener("127.0.0.1", 0, Optional.empty(), ready::get)) {
            assertThat(get(admin, "/health/ready", Optional.empty()).statusCode())
                    .isEqualTo(200);
            ready.set(false);
            assertThat(get(admin, "/health/ready", Optional.empty()).statusCode())
                    .isEqualTo(503);
            assertThat(get(admin, "/health/live", Optional.empty()).statusCode())
                    .isBetween(200, 204);
        }
    }

    @Test
    void aPasswordIsAskedForOnEveryPath() throws Exception {
        try (AdminListener admin = new AdminListener("127.0.0.1", 0, Optional.of("päss:word"), ready::get)) {
            for (String path : new String[] {"/health", "/health/ready", "/health/live", "/nowhere"}) {
                HttpResponse<String> refused = get(admin, path, Optional.empty());
                assertThat(refused.statusCode()).as(path).isEqualTo(401);
                assertThat(refused.headers().firstValue("WWW-Authenticate").orElse(""))
                        .startsWith("Basic");
                assertThat(get(admin, path, Optional.of("admin:wrong")).statusCode())
                        .isEqualTo(401);
                assertThat(get(admin, path, Optional.of("root:päss:word")).statusCode())
                        .isEqualTo(401);
            }
            assertThat(get(admin, "/health/ready", Optional.of("admin:päss:word"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }
}
