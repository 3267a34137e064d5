// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.decisionservice.server.testing.RunningService;

/**
 * What a service says of itself at {@code /openapi.json}.
 *
 * @param document the whole document
 * @param compiled schemas by their part of the document, compared by identity
 */
record DescribedInterface(JsonNode document, Map<JsonNode, JsonSchema> compiled) {

    static DescribedInterface of(RunningService service) throws IOException, InterruptedException {
        return new DescribedInterface(
                GoldenCase.JSON.readTree(service.get("/openapi.json").body()), new IdentityHashMap<>());
    }

    /** The schema of the body of a response. */
    JsonNode response(String method, String path, int status) {
        JsonNode given =
                document.path("paths").path(path).path(method).path("responses").path(Integer.toString(status));
        assertThat(given.isMissingNode()).as(path + " " + status).isFalse();
        JsonNode resolved =
                given.has("$ref") ? document.at(given.get("$ref").asText().substring(1)) : given;
        return resolved.at("/content/application~1json/schema");
    }

    /** What is wrong with {@code value} by a schema of the document. */
    Set<ValidationMessage> errors(JsonNode schema, JsonNode value) {
        return compiled.computeIfAbsent(schema, part -> {
                    ObjectNode whole = part.deepCopy();
                    whole.set("components", document.get("components"));
                    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                            .getSchema(whole);
                })
                .validate(value);
    }

    /**
     * Sends every case, and says where the service, its description and what is wanted differ.
     *
     * @param request the schema of the body of a request
     * @param code where an error says what is wrong
     * @param answers gets the bodies of all answers
     */
    List<String> problems(
            RunningService service,
            String path,
            JsonNode request,
            List<DecisionsCase> cases,
            String code,
            StringBuilder answers)
            throws IOException, InterruptedException {
        List<String> problems = new ArrayList<>();
        for (DecisionsCase wanted : cases) {
            HttpResponse<String> got = service.post(path, wanted.body());
            JsonNode answer = GoldenCase.JSON.readTree(got.body());
            answers.append(got.body());
            boolean valid =
                    wanted.parsed().map(body -> errors(request, body).isEmpty()).orElse(false);
            if (got.statusCode() != wanted.status()
                    || !answer.at(code).asText("").equals(wanted.code())) {
                problems.add(wanted.id() + ": " + got.statusCode() + " " + got.body());
            } else if (valid != (wanted.status() == 200 || wanted.beyondASchema())) {
                problems.add(wanted.id() + ": valid is " + valid + ", status " + wanted.status());
            }
            Set<ValidationMessage> wrong = errors(response("post", path, got.statusCode()), answer);
            if (!wrong.isEmpty()) {
                problems.add(wanted.id() + ": answer " + wrong);
            }
        }
        return problems;
    }

    /** Checks every example of a body by the schema beside it. */
    void checkExamples() {
        List<JsonNode> media = new ArrayList<>();
        for (JsonNode path : document.get("paths")) {
            for (JsonNode operation : path) {
                media.add(operation.at("/requestBody/content/application~1json"));
                operation.get("responses").forEach(response -> media.add(response.at("/content/application~1json")));
            }
        }
        document.at("/components/responses").forEach(response -> media.add(response.at("/content/application~1json")));
        for (JsonNode one : media) {
            for (JsonNode example : one.path("examples")) {
                assertThat(errors(one.get("schema"), example.get("value")))
                        .as(example.toString())
                        .isEmpty();
            }
        }
    }
}
