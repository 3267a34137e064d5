// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decisionservice.contract.openai.OpenAiErrors;
import org.decisionservice.contract.response.ModelsWriter;

/** {@code GET /v1/models} and, for OpenAI's clients, {@code GET /v1/models/{id}}. */
final class ModelList {
    /** Where the models are listed. */
    static final String PATH = "/v1/models";

    private static final String ID = "id";

    /** Where one of them is described. */
    static final String ONE = PATH + "/{" + ID + "}";

    private final ModelsWriter models;
    private final Authentication authentication;
    private final ErrorMapping errors;

    ModelList(ModelsWriter models, Authentication authentication, ErrorMapping errors) {
        this.models = models;
        this.authentication = authentication;
        this.errors = errors;
    }

    /** Answers with the list; {@code openAi} says whether it has OpenAI's too. */
    Handler list(boolean openAi) {
        byte[] body = openAi ? models.both() : models.contract();
        return (request, response) -> {
            if (admits(request, response)) {
                Reply.send(request, response, Status.OK_200, body);
            }
        };
    }

    /** Answers with the one that the path names. */
    Handler one() {
        Map<String, byte[]> bodies =
                models.ids().stream().collect(Collectors.toMap(Function.identity(), models::model));
        return (request, response) -> {
            if (!admits(request, response)) {
                return;
            }
            String id = request.path().pathParameters().get(ID);
            byte[] body = bodies.get(id);
            if (body == null) {
                Reply.send(request, response, Status.NOT_FOUND_404, OpenAiErrors.unknownModel(id));
            } else {
                Reply.send(request, response, Status.OK_200, body);
            }
        };
    }

    private boolean admits(ServerRequest request, ServerResponse response) {
        boolean admitted = authentication.admits(request);
        if (!admitted) {
            errors.refuse(request, response, ErrorMapping.UNAUTHORIZED);
        }
        return admitted;
    }
}
