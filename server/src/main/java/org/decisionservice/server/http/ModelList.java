// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.Status;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decisionservice.contract.openai.OpenAiErrors;
import org.decisionservice.contract.response.ModelsWriter;

/** {@code GET /v1/models} and, for OpenAI's clients, {@code GET /v1/models/{id}}. */
final class ModelList {
    private static final String ID = "id";

    private final ModelsWriter models;

    ModelList(ModelsWriter models) {
        this.models = models;
    }

    /** Answers with the list; {@code openAi} says whether it has OpenAI's too. */
    GuardedHandler.Work list(boolean openAi) {
        byte[] body = openAi ? models.both() : models.contract();
        return exchange -> Reply.later(exchange, Status.OK_200, body);
    }

    /** Answers with the one that the path names. */
    GuardedHandler.Work one() {
        Map<String, byte[]> bodies =
                models.ids().stream().collect(Collectors.toMap(Function.identity(), models::model));
        return exchange -> {
            String id = exchange.request().path().pathParameters().get(ID);
            byte[] body = bodies.get(id);
            return body == null
                    ? Reply.later(exchange, Status.NOT_FOUND_404, OpenAiErrors.unknownModel(id))
                    : Reply.later(exchange, Status.OK_200, body);
        };
    }
}
