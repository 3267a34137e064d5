// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.decisionservice.testing.Testdata;

/**
 * A request for {@code POST /v1/decisions} or {@code POST /v1beta/decisions}, and how it ends on the tiny checkpoints.
 *
 * @param code of the error, in Google's API its status; empty if it is answered
 * @param beyondASchema whether the reason for its refusal is one that a JSON schema cannot express
 */
public record DecisionsCase(String id, int status, String code, boolean beyondASchema, String body) {
    /** Reads {@code requests.jsonl} of a directory of {@code testdata}: {@code decisions} or {@code gemini}. */
    public static List<DecisionsCase> readAll(String directory) {
        try {
            return Files.readAllLines(Testdata.tiny().resolveSibling(directory + "/requests.jsonl")).stream()
                    .map(DecisionsCase::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DecisionsCase parse(String line) {
        try {
            JsonNode read = GoldenCase.JSON.readTree(line);
            return new DecisionsCase(
                    read.get("id").asText(),
                    read.get("status").asInt(),
                    read.path("code").asText(""),
                    read.path("beyond").asBoolean(),
                    read.get("body").asText());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The body, if it is JSON. */
    Optional<JsonNode> parsed() {
        try {
            return Optional.of(GoldenCase.JSON.readTree(body)).filter(node -> !node.isMissingNode());
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
