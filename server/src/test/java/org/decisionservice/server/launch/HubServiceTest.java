// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.decisionservice.testing.hub.Exchange;
import org.decisionservice.testing.hub.Fault;
import org.decisionservice.testing.hub.StandInHub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole service on checkpoints of a hub, and on checkpoints whose digests are known. */
class HubServiceTest {
    private static final String COMMIT = "3".repeat(40);
    private static final String REQUEST = """
        {"state": "The app crashes on start.", "model": "%s", \
        "questions": {"angry": {"type": "noul", "instructions": "Is the customer angry?"}}}\
        """;
    private static final String OTHER = "0".repeat(64);

    @TempDir
    private Path dir;

    private StandInHub hub;

    @BeforeEach
    void start() throws IOException {
        hub = new StandInHub();
        hub.repo("convaiinnovations/laya")
                .add(COMMIT, "", Testdata.tiny().resolve("english"))
                .add(COMMIT, "multilingual/", Testdata.tiny().resolve("multilingual"))
                .add(COMMIT, "typed-decisions/", Testdata.tiny().resolve("typed-decisions"))
                .point("main", COMMIT);
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    private RunningService service(Map<String, String> variables) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "SERVICE_CHECKPOINTS", "hub",
                "HF_ENDPOINT", hub.endpoint().toString(),
                "HF_HUB_CACHE", dir.resolve("cache").toString()));
        environment.putAll(variables);
        return RunningService.start(environment);
    }

    private void expectNoStart(Map<String, String> variables, String... parts) {
        expectNoStart(2, variables, parts);
    }

    private void expectNoStart(int status, Map<String, String> variables, String... parts) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> service(variables).close())
                .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"))
                .satisfies(e -> assertThat(e.exitStatus()).isEqualTo(status));
    }

    @Test
    void theRequestThatNeedsACheckpointBringsItAndHealthNamesTheCommit() throws Exception {
        try (RunningService service = service(Map.of())) {
            assertThat(hub.exchanges()).isEmpty();
            String answer = service.post("/v1/systemone", REQUEST.formatted("multilingual"))
                    .body();
            assertThat(answer).contains("\"repo\":\"convaiinnovations/laya/multilingual\"");
            assertThat(service.post("/v1/systemone", REQUEST.formatted("english"))
                            .body())
                    .contains("\"repo\":\"convaiinnovations/laya\"");
            assertThat(service.get("/health").body())
                    .contains("\"revisions\":{\"multilingual\":\"" + COMMIT + "\",\"english\":\"" + COMMIT + "\"}");
        }
        assertThat(hub.exchanges()).extracting(Exchange::path).noneMatch(path -> path.contains("typed-decisions"));
    }

    @Test
    void preloadingFetchesBeforeItListensAndASecondStartFetchesNothing() throws Exception {
        Map<String, String> preload = Map.of("SERVICE_PRELOAD", "1", "SERVICE_REVISION", COMMIT);
        service(preload).close();
        long once = hub.bytesSent();
        service(preload).close();
        assertThat(hub.bytesSent()).isEqualTo(once);
        try (RunningService offline =
                service(Map.of("SERVICE_PRELOAD", "1", "HF_HUB_OFFLINE", "1", "SERVICE_REVISION", COMMIT))) {
            assertThat(offline.get("/health").body()).contains("english", "multilingual", "typed-decisions");
        }
    }

    @Test
    void aSourceOfItsOwnIsNamedInTheAnswer() throws Exception {
        hub.repo("me/mine")
                .add(COMMIT, "v2/", Testdata.tiny().resolve("english"))
                .point("stable", COMMIT);
        String folder = Testdata.tiny().resolve("multilingual").toString();
        try (RunningService service = service(Map.of(
                "SERVICE_EXTRA_MODELS",
                "{\"english\": \"me/mine/v2\", \"multilingual\": \"" + folder + "\"}",
                "SERVICE_REVISION",
                "english=stable"))) {
            assertThat(service.post("/v1/systemone", REQUEST.formatted("english"))
                            .body())
                    .contains("\"repo\":\"me/mine/v2\"");
            assertThat(service.post("/v1/systemone", REQUEST.formatted("multilingual"))
                            .body())
                    .contains("\"repo\":\"multilingual\"");
            assertThat(service.service().banner()).contains("english from the hub, me/mine/v2 at stable");
        }
    }

    @Test
    void aPreloadThatCannotBeFetchedStopsTheStartAndSaysWhatToDo() {
        expectNoStart(
                Map.of("SERVICE_PRELOAD", "1", "SERVICE_REVISION", "v9"),
                "english from the hub, convaiinnovations/laya at v9",
                "SERVICE_REVISION");
        expectNoStart(
                Map.of("SERVICE_PRELOAD", "1", "HF_HUB_OFFLINE", "1"), "convaiinnovations/laya", "HF_HUB_OFFLINE");
    }

    @Test
    void aStartThatMaySucceedLaterEndsWithAnotherStatus() {
        Fault busy = new Fault.Answer(429, Map.of("Retry-After", "7200"));
        hub.fail("hub /api", busy, busy);
        expectNoStart(75, Map.of("SERVICE_PRELOAD", "1"), "429", "7200 s");
        expectNoStart(
                75,
                Map.of(
                        "SERVICE_CHECKPOINTS",
                        Testdata.tiny().toString(),
                        "SERVICE_SHADOW",
                        "checkpoints=hub,log=" + dir.resolve("shadow.jsonl")),
                "SERVICE_SHADOW",
                "429");
    }

    @Test
    void filesWithOtherBytesAreRefusedByNameBeforeAnythingIsParsed() throws IOException {
        Path all = Files.createDirectories(dir.resolve("all"));
        Path english = all.resolve("english");
        Copies.copy(Testdata.tiny().resolve("english"), english);
        for (String file : new String[] {"model.safetensors", "tokenizer/tokenizer.json"}) {
            // The content is not even parseable, so any parser would report a different error.
            Files.writeString(english.resolve(file), "tampered");
            expectNoStart(
                    Map.of(
                            "SERVICE_CHECKPOINTS",
                            all.toString(),
                            "SERVICE_PRELOAD",
                            "1",
                            "SERVICE_SHA256_DIGESTS",
                            "{\"english\": {\"" + file + "\": \"" + OTHER + "\"}}"),
                    file + ": has the SHA-256 digest",
                    OTHER);
        }
        expectNoStart(
                Map.of(
                        "SERVICE_CHECKPOINTS",
                        all.toString(),
                        "SERVICE_PRELOAD",
                        "1",
                        "SERVICE_SHA256_DIGESTS",
                        "{\"english\": {\"tokenizer/none.txt\": \"" + OTHER + "\"}}"),
                "tokenizer/none.txt: is missing");
    }

    @Test
    void aDigestForACheckpointThatIsNotServedIsAMistake() {
        expectNoStart(
                Map.of("SERVICE_SHA256_DIGESTS", "{\"local\": {\"model.safetensors\": \"" + OTHER + "\"}}"),
                "SERVICE_SHA256_DIGESTS",
                "local");
    }
}
