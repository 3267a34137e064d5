// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.gemini;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.decisionservice.api.Refusal;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.response.ErrorForm;

/**
 * Errors as Google's clients read them: {@code {"error": {"code", "message", "status", "details"}}}. The code is that
 * of HTTP, the status a word of Google's. Whatever is wrong with a request, its size included, is a 400, as Google has
 * it.
 */
public final class GeminiErrors implements ErrorForm {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final String TYPE = "type.googleapis.com/google.rpc.";

    private final int overloadStatus;

    /** {@code overloadStatus} is the status of a request that is not admitted. */
    public GeminiErrors(int overloadStatus) {
        this.overloadStatus = overloadStatus;
    }

    @Override
    public int status(Refusal.Kind kind) {
        return switch (kind) {
            case TOO_LARGE, TOO_LONG, NO_ROOM, INVALID -> 400;
            default -> kind.status();
        };
    }

    @Override
    public byte[] body(Refusal refusal) {
        int code = switch (refusal.kind()) {
            case BUSY, STOPPING -> overloadStatus;
            default -> status(refusal.kind());
        };
        return error(code, refusal.detail(), out -> {
            switch (refusal.kind()) {
                case BUSY, STOPPING, UNAVAILABLE, TIMED_OUT -> retry(out);
                default -> violation(out, refusal);
            }
        });
    }

    @Override
    public byte[] body(int status, String detail) {
        return error(status, detail, _ -> {});
    }

    /** Google's word for a status of HTTP. */
    private static String word(int code) {
        return switch (code) {
            case 401 -> "UNAUTHENTICATED";
            case 403 -> "PERMISSION_DENIED";
            case 404 -> "NOT_FOUND";
            case 405 -> "UNIMPLEMENTED";
            case 408 -> "DEADLINE_EXCEEDED";
            case TOO_MANY_REQUESTS -> "RESOURCE_EXHAUSTED";
            case 503, 529 -> "UNAVAILABLE";
            default -> code < 500 ? "INVALID_ARGUMENT" : "INTERNAL";
        };
    }

    /** As {@code Retry-After} says it. */
    private static void retry(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("@type", TYPE + "RetryInfo");
        out.writeStringField("retryDelay", "1s");
        out.writeEndObject();
    }

    private static void violation(JsonGenerator out, Refusal refusal) throws IOException {
        List<String> path = refusal.path();
        if (path.isEmpty()) {
            return;
        }
        out.writeStartObject();
        out.writeStringField("@type", TYPE + "BadRequest");
        out.writeArrayFieldStart("fieldViolations");
        out.writeStartObject();
        out.writeStringField("field", String.join(".", path));
        out.writeStringField("description", refusal.detail());
        out.writeEndObject();
        out.writeEndArray();
        out.writeEndObject();
    }

    private static byte[] error(int code, String message, Json.Content details) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("error");
            out.writeNumberField("code", code);
            out.writeStringField("message", message);
            out.writeStringField("status", word(code));
            out.writeArrayFieldStart("details");
            details.writeTo(out);
            out.writeEndArray();
            out.writeEndObject();
            out.writeEndObject();
        });
    }
}
