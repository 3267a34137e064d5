// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.decisionservice.testing.McpClient.structured;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.decisionservice.client.DecisionClient;
import org.decisionservice.client.DecisionException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.McpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools in this process, and those of a running service. */
class McpIT {
    private static final Map<String, String> NOTHING = Map.of();
    private static final String QUESTIONS = """
        {"queue": {"type": "choice", "instructions": "Which team?", "criteria": ["billing", "technical"]},
         "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["calm", "angry"]},
         "refund": {"type": "noul", "instructions": "The customer asks for money back."}}\
        """;
    private static final String ASK =
            "{\"state\": \"Bitte erstatten Sie den Betrag zurück.\", \"questions\": " + QUESTIONS + "}";

    private static String url(RunningService service) {
        return "http://127.0.0.1:" + service.port();
    }

    /** Calls every tool, and checks its result against the schema that the client was given. */
    private static void everyToolKeepsItsSchema(McpProcess mcp) throws Exception {
        mcp.begin("tools/list", "{}");
        JsonNode tools = mcp.next().path("result").path("tools");
        assertThat(tools)
                .extracting(tool -> tool.path("name").asText())
                .containsExactlyInAnyOrder("decide", "decide_batch", "route", "status", "plan");
        Map<String, String> calls = Map.of(
                "decide",
                ASK,
                "decide_batch",
                "{\"states\": [\"Refund me.\", {\"a\": 1}], \"questions\": " + QUESTIONS + "}",
                "route",
                "{\"state\": \"Wo bleibt mein Paket?\"}",
                "status",
                "{}",
                "plan",
                ASK);
        for (JsonNode tool : tools) {
            JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(tool.path("outputSchema"));
            String name = tool.path("name").asText();
            assertThat(schema.validate(structured(mcp.call(name, Objects.requireNonNull(calls.get(name))))))
                    .as(name)
                    .isEmpty();
        }
    }

    @Test
    void inThisProcessStandardOutputCarriesTheProtocolAlone() throws Exception {
        try (McpProcess mcp = McpProcess.initialized(Map.of("SERVICE_LOG_LEVEL", "debug"))) {
            everyToolKeepsItsSchema(mcp);
            assertThat(mcp.errors()).as("the log is on standard error").contains("loaded multilingual");
            assertThat(mcp.end()).isZero();
            assertThat(mcp.hasPrinted()).isFalse();
        }
    }

    @Test
    void aRunningServiceAnswersWhatItAnswersOverHttp() throws Exception {
        try (RunningService service = RunningService.start(Map.of("SERVICE_PLAN", "1"));
                McpProcess mcp = McpProcess.initialized(NOTHING, "--url", url(service))) {
            everyToolKeepsItsSchema(mcp);
            JsonNode over =
                    McpClient.JSON.readTree(service.post("/v1/systemone", ASK).body());
            assertThat(structured(mcp.call("decide", ASK)).path("answers")).isEqualTo(over.path("answers"));
            JsonNode plan = McpClient.JSON.readTree(
                    service.post("/v1/systemone/plan", ASK).body());
            assertThat(structured(mcp.call("plan", ASK))).isEqualTo(plan);
            assertThat(plan.path("usage")).isEqualTo(over.path("usage"));
            assertThat(structured(mcp.call("status", "{}")).path("loaded").toString())
                    .contains("multilingual");
            assertThat(mcp.end()).isZero();
        }
    }

    @Test
    void questionsComeFromASetOrASchemaWhereTheServiceSaysSo() throws Exception {
        Map<String, String> settings = Map.of(
                "SERVICE_QUESTION_SETS", Path.of("..", "conf", "question-sets").toString(), "SERVICE_SCHEMAS", "1");
        try (McpProcess mcp = McpProcess.initialized(settings)) {
            assertThat(structured(mcp.call("decide", "{\"state\": \"Refund me.\", \"question_set\": \"triage\"}"))
                            .path("answers")
                            .has("intent"))
                    .isTrue();
            String schema = "{\"properties\": {\"urgent\": {\"type\": \"boolean\"}}}";
            assertThat(structured(mcp.call("decide_batch", "{\"states\": [\"a\"], \"schema\": " + schema + "}"))
                            .at("/results/0/values/urgent")
                            .isBoolean())
                    .isTrue();
            assertThat(mcp.call("decide", "{\"state\": \"a\", \"question_set\": \"nope\"}")
                            .at("/content/0/text")
                            .asText())
                    .contains("there is no question set 'nope'; use one of 'email'");
            assertThat(mcp.end()).isZero();
        }
    }

    @Test
    void aKeyComesFromAFile(@TempDir Path folder) throws Exception {
        Path key = Files.writeString(folder.resolve("key"), "the-key\n");
        try (RunningService service = RunningService.start(Map.of("SERVICE_API_KEY", "the-key"));
                McpProcess mcp = McpProcess.initialized(NOTHING, "--url", url(service), "--key-file", key.toString());
                McpProcess keyless = McpProcess.initialized(NOTHING, "--url", url(service))) {
            assertThat(structured(mcp.call("decide", ASK)).has("answers")).isTrue();
            assertThat(keyless.refusal("decide", ASK)).isEqualTo("invalid or missing bearer token");
        }
    }

    @Test
    void whatIsWrongIsSaidInTheWordsOfTheRefusal() throws Exception {
        try (RunningService service = RunningService.start(NOTHING);
                McpProcess here = McpProcess.initialized(NOTHING);
                McpProcess there = McpProcess.initialized(NOTHING, "--url", url(service))) {
            for (String wrong : new String[] {
                "{}",
                "{\"state\": null, \"questions\": {}}",
                "{\"state\": \"x\", \"questions\": []}",
                "{\"state\": \"x\", \"questions\": {\"a\": {\"type\": \"nope\"}}}",
                "{\"state\": \"x\", \"questions\": {}, \"min_confidence\": \"high\"}",
                "{\"state\": \"half a pair: \\ud83d\", \"questions\": {}}",
                "{\"state\": \"" + "x".repeat(50_001) + "\", \"questions\": " + QUESTIONS + "}"
            }) {
                String http = McpClient.JSON
                        .readTree(service.post("/v1/systemone", wrong).body())
                        .path("detail")
                        .asText();
                assertThat(here.refusal("decide", wrong)).isEqualTo(http);
                assertThat(there.refusal("decide", wrong)).isEqualTo(http);
            }
            assertThat(here.refusal("decide_batch", "{\"states\": [], \"questions\": {}}"))
                    .contains("'states'");
            assertThat(here.errors()).doesNotContain("\tat ");
        }
    }

    @Test
    void requestsThatDifferAreAnsweredInTheirOrderAsLayaUsersWriteThem() throws Exception {
        try (McpProcess mcp = McpProcess.initialized(NOTHING)) {
            JsonNode all = structured(mcp.call("decide_batch", """
                {"requests": [{"state": {"text": "Refund me."}, "questions": %s, "model": "ml"},
                              {"state": "Refund me.", "questions": %s, "lang": "en", "min_confidence": 0}],
                 "batch_size": 0, "min_confidence": 1, "sort_by_length": false}\
                """.formatted(QUESTIONS, QUESTIONS)));
            assertThat(all.path("results"))
                    .extracting(one -> one.path("routing").path("model").asText())
                    .containsExactly("multilingual", "english");
            assertThat(all.path("results"))
                    .extracting(one -> one.at("/answers/queue/abstention").asText())
                    .containsExactly("abstained", "passed");
            assertThat(all.at("/total_usage/input_tokens").intValue())
                    .isEqualTo(all.at("/results/0/usage/input_tokens").intValue()
                            + all.at("/results/1/usage/input_tokens").intValue());
            assertThat(mcp.refusal("decide_batch", "{\"requests\": [{\"state\": \"x\"}]}"))
                    .startsWith("'requests[0]': ")
                    .contains("'questions'");
            assertThat(structured(mcp.call(
                                    "decide_batch", "{\"states\": [\"a\"], \"questions\": {}, \"batch_size\": 0}"))
                            .path("results"))
                    .hasSize(1);
        }
    }

    @Test
    void whatWasAskedBeforeTheEndIsAnswered() throws Exception {
        try (McpProcess mcp = McpProcess.initialized(NOTHING)) {
            Set<Integer> ids = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                ids.add(mcp.beginCall("decide", ASK));
            }
            assertThat(mcp.end()).isZero();
            for (int i = 0; i < 100; i++) {
                JsonNode message = mcp.next();
                assertThat(structured(message.path("result")).has("answers")).isTrue();
                assertThat(ids.remove(message.path("id").intValue())).isTrue();
            }
        }
    }

    /**
     * A free place is taken for a moment only, and then left alone long enough for a client that was refused meanwhile.
     */
    private static boolean isFull(RunningService service) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(1600);
        DecisionClient client =
                DecisionClient.at(URI.create(url(service))).attempts(1).timeout(Duration.ofMillis(500));
        return catchThrowableOfType(DecisionException.class, () -> client.ask("x"))
                        .code()
                == DecisionException.Code.BUSY;
    }

    @Test
    void aCancelledCallLeavesTheServiceAndIsNotAnswered() throws Exception {
        try (RunningService service = RunningService.start(Map.of(
                        "SERVICE_MAX_CONCURRENT", "1",
                        "SERVICE_QUEUE_MAX", "1",
                        "SERVICE_QUEUE_TIMEOUT_MS", "60000",
                        "SERVICE_BODY_READ_TIMEOUT", "60",
                        "SERVICE_MIN_TRANSFER_RATE", "0"));
                McpProcess mcp = McpProcess.initialized(NOTHING, "--url", url(service))) {
            Socket held = new Socket(InetAddress.getLoopbackAddress(), service.port());
            held.getOutputStream()
                    .write(
                            "POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(held.getInputStream().readNBytes(12))
                    .isEqualTo("HTTP/1.1 100".getBytes(StandardCharsets.US_ASCII));
            int waits = mcp.beginCall("decide", ASK);
            Await.until("the queue is full", () -> isFull(service));
            mcp.send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": "
                    + waits + ", \"reason\": \"test\"}}");
            int next = mcp.beginCall("decide", ASK);
            TimeUnit.MILLISECONDS.sleep(1500);
            assertThat(mcp.hasPrinted())
                    .as("the second waits where the first did")
                    .isFalse();
            held.close();
            JsonNode message = mcp.next();
            assertThat(message.path("id").intValue()).isEqualTo(next);
            assertThat(structured(message.path("result")).has("answers")).isTrue();
            assertThat(mcp.end()).isZero();
            assertThat(mcp.hasPrinted()).isFalse();
        }
    }

    @Test
    void aServiceThatGoesAwayIsNamedAndOneThatComesBackIsAsked() throws Exception {
        RunningService service = RunningService.start(NOTHING);
        String port = Integer.toString(service.port());
        try (McpProcess mcp = McpProcess.initialized(NOTHING, "--url", url(service))) {
            assertThat(structured(mcp.call("decide", ASK)).has("answers")).isTrue();
            service.close();
            assertThat(mcp.refusal("decide", ASK)).contains("127.0.0.1:" + port).contains("cannot be reached");
            assertThat(mcp.refusal("status", "{}")).contains("cannot be reached");
            try (RunningService _ = RunningService.start(Map.of("SERVICE_PORT", port))) {
                assertThat(structured(mcp.call("decide", ASK)).has("answers")).isTrue();
            }
        }
    }

    @Test
    void aCommandThatCannotBeRunAsAskedSaysWhy() throws Exception {
        for (String[] wrong : new String[][] {
            {"--url", "localhost:8000", "not the address of a service"},
            {"--key-file", "key", "--key-file: it is the key of the service at --url"},
            {"--url", "http://127.0.0.1:1", "--engine", "onnx", "--url: the service there has its own checkpoints"},
            {"--nonsense", "--nonsense"}
        }) {
            String[] options = Arrays.copyOf(wrong, wrong.length - 1);
            try (McpProcess mcp = McpProcess.start(NOTHING, options)) {
                assertThat(mcp.status()).isEqualTo(2);
                assertThat(mcp.errors()).contains(wrong[wrong.length - 1]);
                assertThat(mcp.errors().lines()).hasSize(1);
                assertThat(mcp.hasPrinted()).isFalse();
            }
        }
    }
}
