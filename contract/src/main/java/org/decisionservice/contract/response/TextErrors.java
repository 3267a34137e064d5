// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import org.decisionservice.api.Refusal;
import org.decisionservice.contract.json.Json;

/** Writes an error as one object with the single key {@code detail}, a text. */
public final class TextErrors implements ErrorForm {
    /** The interface document fixes this text, so that the limit stands in a header only. */
    public static final String BUSY = "server busy, try again later";

    @Override
    public int status(Refusal.Kind kind) {
        return kind.status();
    }

    @Override
    public byte[] body(Refusal refusal) {
        return switch (refusal.kind()) {
            case BUSY, STOPPING -> detail(BUSY);
            default -> detail(refusal.detail());
        };
    }

    @Override
    public byte[] body(int status, String detail) {
        return detail(detail);
    }

    private static byte[] detail(String text) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("detail", text);
            out.writeEndObject();
        });
    }
}
