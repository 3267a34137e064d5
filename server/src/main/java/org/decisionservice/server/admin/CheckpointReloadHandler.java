// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.function.Function;
import org.decisionservice.contract.json.Json;
import org.decisionservice.host.backend.Reloaded;
import org.decisionservice.server.transport.Beside;

/**
 * Reads a checkpoint again: 200 if its files are in force now, or were before; 409 and the reason if the old ones stay;
 * 404 for a name that is not served.
 */
record CheckpointReloadHandler(Function<String, Reloaded> reload) implements Handler {
    private static final String NAME = "name";

    static final String PATH = "/checkpoints/{" + NAME + "}/reload";

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        String name = request.path().pathParameters().get(NAME);
        Reloaded reloaded = Beside.compute("reload", () -> reload.apply(name));
        switch (reloaded) {
            case Reloaded.Replaced(String revision) -> answer(response, Status.OK_200, true, "revision", revision);
            case Reloaded.Unchanged() ->
                answer(response, Status.OK_200, false, "detail", "its files have not changed since they were read");
            case Reloaded.Refused(String reason) -> answer(response, Status.CONFLICT_409, false, "detail", reason);
            case Reloaded.Unknown(String served) ->
                answer(response, Status.NOT_FOUND_404, false, "detail", "no such checkpoint; name one of: " + served);
        }
    }

    private static void answer(ServerResponse response, Status status, boolean reloaded, String member, String text) {
        response.status(status).header(HeaderValues.CONTENT_TYPE_JSON).send(Json.bytes(out -> {
            out.writeStartObject();
            out.writeBooleanField("reloaded", reloaded);
            out.writeStringField(member, text);
            out.writeEndObject();
        }));
    }
}
