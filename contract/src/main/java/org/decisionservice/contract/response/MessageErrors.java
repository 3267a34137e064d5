// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import org.decisionservice.api.Refusal;
import org.decisionservice.contract.json.Json;

/**
 * Writes an error as an answer of JSON-RPC 2.0 to a message that was not read, so that it has no id. Clients show its
 * words; of another body they show nothing.
 */
public final class MessageErrors implements ErrorForm {
    private static final int INVALID_REQUEST = -32600;
    private static final int INTERNAL_ERROR = -32603;
    private static final int FIRST_OF_SERVER = 500;

    @Override
    public int status(Refusal.Kind kind) {
        return kind.status();
    }

    @Override
    public byte[] body(Refusal refusal) {
        return body(refusal.kind().status(), refusal.detail());
    }

    @Override
    public byte[] body(int status, String detail) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("jsonrpc", "2.0");
            out.writeNullField("id");
            out.writeObjectFieldStart("error");
            out.writeNumberField("code", status < FIRST_OF_SERVER ? INVALID_REQUEST : INTERNAL_ERROR);
            out.writeStringField("message", detail);
            out.writeEndObject();
            out.writeEndObject();
        });
    }
}
