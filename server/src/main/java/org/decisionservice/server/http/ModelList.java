// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.List;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.server.json.Json;

/** {@code GET /v1/models} of the upstream contract: the values of a request's {@code model}, and what each selects. */
final class ModelList implements Handler {
    /** The model that the contract's clients ask for by default; the router treats it as no checkpoint name. */
    private static final String CLIENTS_DEFAULT = "jev-latest";

    private final Authentication authentication;
    private final ErrorMapping errors;
    private final byte[] body;

    /** {@code checkpoints} are the names that {@code /health} uses for the checkpoints. */
    ModelList(List<String> checkpoints, Authentication authentication, ErrorMapping errors) {
        this.authentication = authentication;
        this.errors = errors;
        this.body = Json.bytes(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("models");
            model(out, CLIENTS_DEFAULT, "The router chooses for every state among: " + String.join(", ", checkpoints));
            for (String checkpoint : checkpoints) {
                model(out, checkpoint, description(checkpoint));
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static String description(String checkpoint) {
        return CheckpointName.find(checkpoint)
                .map(name -> switch (name) {
                    case ENGLISH -> "The checkpoint for English states";
                    case MULTILINGUAL -> "The checkpoint for states in any language";
                    case TYPED_DECISIONS -> "The checkpoint for the questions of the typed-decisions workflows";
                })
                .orElse("The one local checkpoint, which answers everything");
    }

    private static void model(JsonGenerator out, String name, String description) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", name);
        out.writeStringField("description", description);
        // Checkpoints carry no date of their own, so this is the date of the release that serves them.
        out.writeStringField("release_date", Release.DATE.toString());
        out.writeEndObject();
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        if (authentication.admits(request)) {
            Reply.send(request, response, Status.OK_200, body);
        } else {
            errors.refuse(request, response, ErrorMapping.UNAUTHORIZED);
        }
    }
}
