// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.Contract;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.server.launch.Home;
import org.decisionservice.server.launch.Service;
import org.decisionservice.server.testing.LearnedFiles;
import org.decisionservice.server.testing.LearnedFiles.Asked;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that the interface description and the code agree, in every contract, on every recorded request and on every
 * answer to one.
 */
@ParameterizedClass
@EnumSource
class DescriptionTest {
    /** Parts of the texts of refusals for reasons that a schema cannot express. */
    private static final List<String> BEYOND_A_SCHEMA = List.of(
            "'task'",
            "option_order",
            "two different non-blank strings",
            "repeats",
            "written alike",
            "surrogate",
            "characters",
            "across questions",
            "valid JSON",
            "digits",
            "must not be empty",
            "must be an integer",
            "fit into max_len");

    private final Contract contract;

    @TempDir
    private Path home;

    private Service service;
    private JsonNode description;

    /** By their part of a description, which is compared by identity: two parts of different ones may look alike. */
    private final IdentityHashMap<JsonNode, JsonSchema> schemas = new IdentityHashMap<>();

    DescriptionTest(Contract contract) {
        this.contract = contract;
    }

    @BeforeEach
    void start() throws Exception {
        service = Service.start(
                SettingsReader.read(
                        Map.of(
                                "SERVICE_CHECKPOINTS",
                                Testdata.tiny().toString(),
                                "SERVICE_HOST",
                                "127.0.0.1",
                                "SERVICE_PORT",
                                "0",
                                "SERVICE_ROOT_PATH",
                                "/p/",
                                "SERVICE_CONTRACT",
                                contract.name(),
                                "SERVICE_OVERLOAD_STATUS",
                                "529",
                                "SERVICE_ENGINE",
                                GuardedProvider.guarded("onnx"),
                                "SERVICE_PRELOAD",
                                "0"),
                        Testdata.configuration()),
                List.of(),
                new Home(home));
        description = GoldenCase.JSON.readTree(get("/openapi.json"));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void itKnowsThePublicPrefix() {
        assertThat(description.at("/servers/0/url").asText()).isEqualTo("/p");
    }

    @Test
    void itKnowsTheOverloadStatus() {
        assertThat(description.at("/paths/~1v1~1systemone/post/responses").has("529"))
                .isTrue();
        assertThat(description.at("/paths/~1v1~1systemone/post/responses").has("503"))
                .isFalse();
    }

    @Test
    void itListsModelsWhereTheyAreServed() throws Exception {
        JsonNode operation = description.at("/paths/~1v1~1models/get");
        assertThat(operation.isMissingNode()).isEqualTo(contract != Contract.FULL);
        if (contract == Contract.FULL) {
            assertThat(schema(operation.at("/responses/200/content/application~1json/schema"))
                            .validate(GoldenCase.JSON.readTree(get("/v1/models"))))
                    .isEmpty();
        }
    }

    @Test
    void thePageLoadsNothingFromElsewhere() throws Exception {
        assertThat(get("/docs"))
                .contains("fetch(\"openapi.json\"")
                .doesNotContain("http://")
                .doesNotContain("https://");
    }

    @Test
    void everyExampleIsValid() {
        for (JsonNode path : description.get("paths")) {
            for (JsonNode operation : path) {
                check(operation.at("/requestBody/content/application~1json"));
                operation.get("responses").forEach(r -> check(r.at("/content/application~1json")));
            }
        }
        description.at("/components/responses").forEach(r -> check(r.at("/content/application~1json")));
    }

    private void check(JsonNode media) {
        for (JsonNode example : media.path("examples")) {
            assertThat(schema(media.get("schema")).validate(example.get("value")))
                    .as(example.toString())
                    .isEmpty();
        }
    }

    @Test
    void recordedRequestsAndTheirAnswersAreAsDescribed() throws IOException {
        List<String> problems = new ArrayList<>();
        int answered = 0;
        int refused = 0;
        for (GoldenCase wanted : described()) {
            JsonNode operation = description.at("/paths/" + wanted.path().replace("/", "~1") + "/post");
            Optional<JsonNode> body = parse(wanted);
            GoldenClient.Response got = new GoldenClient(service.port()).send(wanted);
            JsonNode response = operation.path("responses").path(Integer.toString(got.status()));
            if (response.isMissingNode()) {
                problems.add(wanted.id() + ": status " + got.status() + " is not described");
                continue;
            }
            Set<?> answerErrors = schema(resolve(response).at("/content/application~1json/schema"))
                    .validate(GoldenCase.JSON.readTree(got.body()));
            if (!answerErrors.isEmpty()) {
                problems.add(wanted.id() + ": answer " + answerErrors);
            }
            boolean valid = body.isPresent()
                    && schema(operation.at("/requestBody/content/application~1json/schema"))
                            .validate(body.get())
                            .isEmpty();
            if (got.status() == 200) {
                answered++;
                if (!valid) {
                    problems.add(wanted.id() + ": answered, but not described: " + shorten(wanted));
                }
            } else if (valid && BEYOND_A_SCHEMA.stream().noneMatch(got.body()::contains)) {
                problems.add(wanted.id() + ": described, but refused: " + got.body() + " " + shorten(wanted));
            } else {
                refused++;
            }
        }
        assertThat(problems).isEmpty();
        assertThat(answered).isGreaterThan(250);
        assertThat(refused).isGreaterThan(100);
    }

    /** What files of labels bring is described where they are served, and the schemas take what is answered then. */
    @Test
    void answersThatSayWhatCannotBeExcludedAreAsDescribed() throws Exception {
        Path file = LearnedFiles.write(
                home.resolve("learned.safetensors"),
                Testdata.tiny().resolve("english"),
                1,
                new Asked(QuestionType.CHOICE, "Which team?", List.of("tech", "True")),
                new Asked(QuestionType.SCORE, "What tone?", List.of("level 0: calm", "level 1: angry")),
                new Asked(
                        QuestionType.NOUL,
                        "The customer is angry.",
                        List.of("false: no, the statement does not hold", "true: yes, the statement holds")));
        String asked = """
            {"state": "x", "model": "english", "coverage": 0.9, "learned": true, "questions": {
             "team": {"type": "choice", "instructions": "Which team?", "criteria": ["tech", true]},
             "tone": {"type": "score", "instructions": "What tone?", "criteria": ["calm", "angry"]},
             "angry": {"type": "noul", "instructions": "The customer is angry."}}}\
            """;
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_FITTED", file.toString(), "SERVICE_CONTRACT", contract.name()))) {
            description = GoldenCase.JSON.readTree(running.get("/openapi.json").body());
            JsonNode operation = description.at("/paths/~1v1~1systemone/post");
            JsonSchema request = schema(operation.at("/requestBody/content/application~1json/schema"));
            assertThat(request.validate(GoldenCase.JSON.readTree(asked))).isEmpty();
            assertThat(request.validate(GoldenCase.JSON.readTree(asked.replace("0.9", "0.4"))))
                    .isNotEmpty();
            HttpResponse<String> response = running.post("/v1/systemone", asked);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            JsonNode answer = GoldenCase.JSON.readTree(response.body());
            JsonSchema answers = schema(operation.at("/responses/200/content/application~1json/schema"));
            assertThat(answers.validate(answer)).isEmpty();
            String name = contract == Contract.FULL ? "x_coverage" : "coverage";
            assertThat(answer.findValues(name)).hasSize(contract == Contract.STRICT ? 0 : 3);
            if (contract != Contract.STRICT) {
                ((ObjectNode) answer.at("/answers/angry/" + name)).putArray("options");
                assertThat(answers.validate(answer)).isNotEmpty();
            }
        }
    }

    private List<GoldenCase> described() {
        return GoldenCase.readAll(Testdata.tiny().resolveSibling("golden/respond_dev.jsonl")).stream()
                .filter(c -> c.environment().equals("default") && c.method().equals("POST"))
                .filter(c -> description.path("paths").path(c.path()).has("post"))
                .toList();
    }

    private static String shorten(GoldenCase wanted) {
        String sent = wanted.body().orElse("");
        return sent.substring(0, Math.min(300, sent.length()));
    }

    private static Optional<JsonNode> parse(GoldenCase wanted) {
        try {
            byte[] bytes = wanted.body().orElse("").getBytes(StandardCharsets.ISO_8859_1);
            return Optional.of(GoldenCase.JSON.readTree(bytes)).filter(node -> !node.isMissingNode());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? description.at(node.get("$ref").asText().substring(1)) : node;
    }

    private JsonSchema schema(JsonNode schema) {
        return schemas.computeIfAbsent(schema, part -> {
            ObjectNode whole = part.deepCopy();
            whole.set("components", description.get("components"));
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(whole);
        });
    }

    private String get(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
