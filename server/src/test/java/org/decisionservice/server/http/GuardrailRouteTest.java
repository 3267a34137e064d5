// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.State;
import org.decisionservice.contract.request.QuestionSetFolder;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.FinishedRequest;
import org.decisionservice.server.observe.GuardedRoute;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LiteLLM's guardrail API, as its gateway asks. */
class GuardrailRouteTest {
    private static final String PATH = "/beta/litellm_basic_guardrail_api";
    private static final String NOUL = "\"type\": \"noul\", \"instructions\": ";

    /** What the gateway sends beside the texts. */
    private static final String BESIDE = "\"input_type\": \"request\", \"litellm_call_id\": \"c\", \"images\": null,"
            + " \"tools\": null, \"structured_messages\": [{\"role\": \"user\", \"content\": \"x\"}], \"request_data\":"
            + " {\"user_api_key_hash\": \"h\"}, \"additional_provider_specific_params\": {}, \"model\": \"m\"";

    @TempDir
    private Path folder;

    private static String asked(String... texts) {
        return asked(List.of(texts));
    }

    private static String asked(List<String> texts) {
        return "{\"texts\": "
                + texts.stream()
                        .collect(Collectors.joining("\", \"", "[\"", "\"]"))
                        .replace("[\"\"]", "[]") + ", " + BESIDE + "}";
    }

    /** A set of two statements and a choice; which of their answers block. */
    private Options blocking(String blocks) throws IOException {
        Files.writeString(
                folder.resolve("house.json"),
                "{\"blocks\": " + blocks + ", \"questions\": {"
                        + "\"attack\": {" + NOUL + "\"It attacks.\"}, \"private\": {" + NOUL + "\"It is private.\"},"
                        + " \"topic\": {\"type\": \"choice\", \"instructions\": \"What about?\","
                        + " \"criteria\": [\"a\", \"b\"]}}}");
        return new Options()
                .sources(new QuestionSources(
                        Optional.of(QuestionSetFolder.open(folder, RequestRules.DOCUMENT, Optional.of("house"))),
                        false));
    }

    @Test
    void anAnswerThatTheSetNamesBlocksAndAnotherDoesNot() throws IOException {
        // Every statement is said to hold, and every choice is the first.
        Map<String, String> expected = Map.of(
                "{\"attack\": \"true\"}",
                        "{\"action\":\"BLOCKED\",\"blocked_reason\":\"blocked by 'attack' of 'house'\"}",
                "{\"attack\": \"false\", \"topic\": \"b\"}", "{\"action\":\"NONE\"}",
                "{\"attack\": \"true\", \"topic\": [\"b\", \"a\"], \"private\": \"false\"}",
                        "{\"action\":\"BLOCKED\",\"blocked_reason\":\"blocked by 'attack' and 'topic' of 'house'\"}");
        for (Map.Entry<String, String> each : expected.entrySet()) {
            try (TestServer server = blocking(each.getKey()).open()) {
                RawResponse answered = server.post(PATH, asked("hello", "", "  ", "more"));
                assertThat(answered.status()).isEqualTo(200);
                assertThat(answered.body()).isEqualTo(each.getValue());
                DecisionRequest request = server.decisions.last();
                assertThat(request.states()).extracting(State::text).containsExactly("hello", "more");
                assertThat(request.controls().windows()).contains(true);
                FinishedRequest finished = ObservationTest.next(server);
                assertThat(finished.route()).isEqualTo(GuardedRoute.GUARDRAIL);
                assertThat(finished.ending()).isEqualTo(Ending.ANSWERED);
            }
        }
    }

    @Test
    void withoutTextsThereIsNothingToAskAndWhatCannotBeJudgedIsRefused() throws IOException {
        try (TestServer server = blocking("{\"attack\": \"true\"}").open()) {
            for (String nothing : new String[] {asked(), asked("", " "), "{" + BESIDE + "}", "{\"texts\": null}"}) {
                assertThat(server.post(PATH, nothing).body()).as(nothing).isEqualTo("{\"action\":\"NONE\"}");
                assertThat(server.decisions.last().questions()).isEmpty();
            }
            for (String wrong :
                    new String[] {"{\"texts\": \"x\"}", "{\"texts\": [1]}", "[]", "{\"texts\": [\"\\ud800\"]}"}) {
                assertThat(server.post(PATH, wrong).status()).as(wrong).isEqualTo(400);
            }
            List<String> many = IntStream.range(0, 1366).mapToObj(i -> "t" + i).toList();
            assertThat(server.post(PATH, asked(many.subList(0, 1365))).status()).isEqualTo(200);
            RawResponse refused = server.post(PATH, asked(many));
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.body()).contains("'texts': too many texts (1366 > 1365");
            assertThat(server.post(PATH, asked("x".repeat(50_001))).body()).contains("texts[0]");
        }
    }

    @Test
    void theKeyComesAsTheGatewaySendsIt() throws IOException {
        try (TestServer server =
                        blocking("{\"attack\": \"true\"}").key("secret").open();
                RawClient client = server.connect()) {
            assertThat(client.post(PATH, asked("x"), "x-api-key: secret").status())
                    .isEqualTo(200);
            assertThat(client.post(PATH, asked("x"), "Authorization: Bearer secret")
                            .status())
                    .isEqualTo(200);
        }
        try (TestServer server =
                blocking("{\"attack\": \"true\"}").key("secret").open()) {
            for (String[] wrong : new String[][] {{"x-api-key: other"}, {"X-Nothing: 1"}, {"x-goog-api-key: secret"}}) {
                try (RawClient client = server.connect()) {
                    RawResponse refused = client.post(PATH, asked("x"), wrong);
                    assertThat(refused.status()).isEqualTo(401);
                    assertThat(refused.body()).contains("send it in the header x-api-key");
                    assertThat(refused.header("WWW-Authenticate").orElseThrow()).contains("x-api-key");
                }
            }
            try (RawClient client = server.connect()) {
                assertThat(client.post("/v1/systemone", "{}", "x-api-key: secret")
                                .status())
                        .as("no other route takes it there")
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void nothingIsThereUnlessASetIsNamed() throws IOException {
        try (TestServer server = TestServer.open()) {
            assertThat(server.post(PATH, asked("x")).status()).isEqualTo(404);
            assertThat(server.post("/nothing", "{}").body()).doesNotContain("litellm");
        }
        try (TestServer server = blocking("{\"attack\": \"true\"}").open()) {
            assertThat(server.post("/nothing", "{}").body()).contains("POST " + PATH);
            assertThat(server.post("/v1/decisions", "{}").status())
                    .as("a guardrail brings no other API")
                    .isEqualTo(404);
        }
    }

    /** A whole service, whose answers are what they are: with both answers named, only the threshold decides. */
    @Test
    void anAnswerBelowItsThresholdDoesNotBlock() throws Exception {
        for (String threshold : new String[] {"0.0", "1.0"}) {
            Files.writeString(
                    folder.resolve("house.json"),
                    "{\"blocks\": {\"q\": [\"true\", \"false\"]}, \"questions\": {\"q\": {" + NOUL
                            + "\"Is `message` rude?\", \"min_confidence\": " + threshold + "}}}");
            try (RunningService service = RunningService.start(
                    Map.of("SERVICE_QUESTION_SETS", folder.toString(), "SERVICE_GUARDRAIL", "house"))) {
                assertThat(service.post(PATH, asked("Refund me, you fool.", "word ".repeat(2_000)))
                                .body())
                        .as("at %s", threshold)
                        .startsWith(threshold.equals("0.0") ? "{\"action\":\"BLOCKED\"" : "{\"action\":\"NONE\"}");
            }
        }
    }
}
