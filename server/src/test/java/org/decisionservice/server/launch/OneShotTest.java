// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneShotTest {
    private static final String REQUEST = """
        {"state": "The app crashes on start.", \
        "questions": {"angry": {"type": "noul", "instructions": "Is the customer angry?"}}}\
        """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    private Path dir;

    private int run(String request, Map<String, String> variables) throws IOException {
        Path file = Files.writeString(dir.resolve("request.json"), request);
        return run(Map.of("SERVICE_REQUEST_FILE", file.toString()), variables);
    }

    private int run(Map<String, String> first, Map<String, String> variables) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "SERVICE_CHECKPOINTS",
                Testdata.tiny().toString(),
                "SERVICE_ENGINE",
                GuardedProvider.guarded("reference")));
        environment.putAll(first);
        environment.putAll(variables);
        return OneShot.run(
                SettingsReader.read(environment, Path.of("none.yaml")),
                new Home(Path.of("target")),
                new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theAnswerIsTheOneOfTheRouteToTheByte() throws Exception {
        assertThat(run(REQUEST, Map.of())).isZero();
        try (RunningService service = RunningService.start(Map.of())) {
            assertThat(output().strip())
                    .isEqualTo(service.post("/v1/systemone", REQUEST).body());
        }
    }

    @Test
    void aQuestionSetIsAskedAsOnTheRoute() throws Exception {
        Map<String, String> settings = Map.of(
                "SERVICE_QUESTION_SETS", Path.of("..", "conf", "question-sets").toString());
        String request = "{\"state\": \"The app crashes on start.\", \"question_set\": \"triage\"}";
        assertThat(run(request, settings)).isZero();
        try (RunningService service = RunningService.start(settings)) {
            assertThat(output().strip())
                    .isEqualTo(service.post("/v1/systemone", request).body());
        }
        assertThat(run(request, Map.of())).isEqualTo(1);
    }

    @Test
    void aNamedModelIsTakenAndALocalOneIsNotRouted() throws Exception {
        assertThat(run(REQUEST, Map.of("SERVICE_MODEL", "ml"))).isZero();
        assertThat(output()).contains("\"model\":\"multilingual\"");
        out.reset();
        String path = Testdata.tiny().resolve("english").toString();
        assertThat(run(REQUEST, Map.of("SERVICE_MODEL_PATH", path))).isZero();
        assertThat(output()).contains("answers").doesNotContain("routing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no json", "{}", "{\"state\": \"x\", \"questions\": {\"q\": {\"type\": \"no\"}}}"})
    void aRequestThatIsRefusedIsStatus1AndNoOutput(String request) throws Exception {
        assertThat(run(request, Map.of())).isEqualTo(1);
        assertThat(output()).isEmpty();
    }

    @Test
    void aRequestThatIsTooLargeIsRefusedToo() throws Exception {
        assertThat(run(" ".repeat(2 * 1024 * 1024 + 1), Map.of())).isEqualTo(1);
    }

    @Test
    void withoutARequestItDoesNotStart() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(Map.of(), Map.of()))
                .withMessageStartingWith("SERVICE_REQUEST_FILE");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() ->
                        run(Map.of("SERVICE_REQUEST_FILE", dir.resolve("none").toString()), Map.of()))
                .withMessageStartingWith("SERVICE_REQUEST_FILE");
    }

    @Test
    void aCheckpointThatCannotBeLoadedIsAMistakeOfTheConfiguration() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(REQUEST, Map.of("SERVICE_MODEL_PATH", dir.toString())))
                .withMessageContaining("rl_agent_config.json");
    }
}
