// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.host.Health;
import org.junit.jupiter.api.Test;

class HealthTest {

    @Test
    void withNothingResidentTheDeviceIsThePreference() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            server.decisions.health(new Health(new LinkedHashMap<>(), "cuda:1", Optional.empty()));
            RawResponse response = client.get("/health");
            assertThat(response.header("Content-Type")).contains("application/json");
            assertThat(response.body())
                    .isEqualTo("{\"status\":\"ok\",\"loaded\":[],\"revisions\":{},\"device\":\"cuda:1\","
                            + "\"device_is_preference\":true,\"checkpoint_devices\":{},\"cpu_fallbacks\":{}}");
        }
    }

    @Test
    void residentsAreListedInOrderOfLoading() throws IOException {
        SequencedMap<String, Health.Resident> residents = new LinkedHashMap<>();
        residents.put(
                "multilingual",
                new Health.Resident("sha256:0123456789ab", "cuda", "fp16", 2, Optional.of("out of memory")));
        residents.put("english", new Health.Resident("abc", "cpu", "float32", 0, Optional.empty()));
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            server.decisions.health(new Health(
                    residents, "cpu", Optional.of(new Health.Idle(Duration.ofSeconds(30), Duration.ofMillis(1260)))));
            assertThat(client.get("/health?verbose=1").body())
                    .isEqualTo("{\"status\":\"ok\",\"loaded\":[\"multilingual\",\"english\"],"
                            + "\"revisions\":{\"multilingual\":\"sha256:0123456789ab\",\"english\":\"abc\"},"
                            + "\"device\":\"cuda\",\"device_is_preference\":false,"
                            + "\"checkpoint_devices\":{\"multilingual\":\"cuda\",\"english\":\"cpu\"},"
                            + "\"checkpoint_precisions\":{\"multilingual\":\"fp16\",\"english\":\"float32\"},"
                            + "\"cpu_fallbacks\":{\"multilingual\":{\"count\":2,\"last_reason\":\"out of memory\"},"
                            + "\"english\":{\"count\":0,\"last_reason\":null}},"
                            + "\"idle_unload_seconds\":30.0,\"idle_seconds\":1.3}");
        }
    }
}
