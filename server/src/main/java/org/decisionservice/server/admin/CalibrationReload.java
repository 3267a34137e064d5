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

/** Reads the calibrations again: 200, or 409 and the reason if the old ones stay. */
record CalibrationReload(Supplier<Optional<String>> reload) implements Handler {
    static final String PATH = "/calibration/reload";

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        Optional<String> kept = reload.get();
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
