// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;
import java.util.function.Supplier;
import org.decisionservice.contract.json.Json;
import org.decisionservice.server.transport.Beside;

/**
 * Reads files again: 200, or 409 and the reason if what was read before stays.
 *
 * @param reload returns why nothing was changed, or empty
 */
public record FilesReload(Supplier<Optional<String>> reload) implements Handler {
    /** The path that has the calibrations read again. */
    public static final String CALIBRATION = "/calibration/reload";

    /** The path that has the API keys read again. */
    public static final String KEYS = "/keys/reload";

    /** The path that has the question sets read again. */
    public static final String QUESTION_SETS = "/question-sets/reload";

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        Optional<String> kept = Beside.compute("reload", reload);
        response.status(kept.isEmpty() ? Status.OK_200 : Status.CONFLICT_409)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .send(Json.bytes(out -> {
                    out.writeStartObject();
                    out.writeBooleanField("reloaded", kept.isEmpty());
                    if (kept.isPresent()) {
                        out.writeStringField("detail", kept.get());
                    }
                    out.writeEndObject();
                }));
    }
}
