// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.decisionservice.contract.Contract;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The description has nothing that public client generators stop at; {@code scripts/check/generators.sh} runs them. */
class GeneratorsTest {
    /** Keywords whose values are schemas by name. */
    private static final Set<String> NAMED = Set.of("properties", "schemas", "dependentSchemas");

    @ParameterizedTest
    @EnumSource
    void generatorsCanReadEverySchema(Contract contract) throws Exception {
        Map<String, String> settings = Map.of(
                "SERVICE_CONTRACT", contract.name(), "SERVICE_DECISIONS", "openai,gemini", "SERVICE_CLEAN", "request");
        try (RunningService running = RunningService.start(settings)) {
            JsonNode description =
                    new ObjectMapper().readTree(running.get("/openapi.json").body());
            List<String> found = new ArrayList<>();
            NAMED.forEach(keyword -> description
                    .findValues(keyword)
                    .forEach(named -> named.properties().forEach(one -> inspect(one.getKey(), one.getValue(), found))));
            assertThat(found).isEmpty();
            assertThat(description.findValues("allOf")).isEmpty();
            assertThat(description.findValues("patternProperties")).isEmpty();
        }
    }

    private static void inspect(String name, JsonNode schema, List<String> found) {
        if (schema.isBoolean()) {
            found.add(name + " is a boolean schema");
        }
        if ((schema.has("const") || schema.has("enum")) && !schema.has("type")) {
            found.add(name + " has a value without a type");
        }
        String types = schema.path("type").toString();
        if (types.startsWith("[") && !types.matches("\\[\"[a-z]+\",\"null\"]")) {
            found.add(name + " has several types");
        }
        if (schema.path("oneOf").size() > 2 && !schema.has("discriminator")) {
            found.add(name + " is a union without a discriminator");
        }
    }
}
