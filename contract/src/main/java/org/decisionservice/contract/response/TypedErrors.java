// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.decisionservice.api.Refusal;
import org.decisionservice.contract.json.Json;

/**
 * The errors of the upstream contract. A fault in a body is a 422 with a list that says where the fault is; every other
 * error is an object with an error type and a message.
 */
public final class TypedErrors implements ErrorForm {

    @Override
    public int status(Refusal.Kind kind) {
        return switch (kind) {
            case MALFORMED -> 422;
            case TOO_LONG, NO_ROOM -> 400;
            default -> kind.status();
        };
    }

    @Override
    public byte[] body(Refusal refusal) {
        return switch (refusal.kind()) {
            case MALFORMED, INVALID -> located(refusal);
            case TOO_LONG, NO_ROOM -> typed("max_tokens_exceeded", refusal.detail());
            case UNAUTHORIZED -> typed("authentication_error", refusal.detail());
            case RATE_LIMITED -> typed("rate_limit_error", refusal.detail());
            case BUSY, STOPPING, UNAVAILABLE, TIMED_OUT -> typed("overloaded_error", refusal.detail());
            case FAILED -> typed("internal_error", refusal.detail());
            case BROKEN, TOO_SLOW, TOO_LARGE, UNSUPPORTED_ENCODING -> typed("api_usage_error", refusal.detail());
        };
    }

    @Override
    public byte[] body(int status, String detail) {
        return switch (status) {
            case 404 -> typed("not_found", detail);
            case 500 -> typed("internal_error", detail);
            default -> typed("api_usage_error", detail);
        };
    }

    private static byte[] typed(String type, String message) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("detail");
            out.writeStringField("error_type", type);
            out.writeStringField("message", message);
            out.writeEndObject();
            out.writeEndObject();
        });
    }

    private static byte[] located(Refusal refusal) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("detail");
            out.writeStartObject();
            location(out, refusal);
            out.writeStringField("msg", refusal.detail());
            // A body that is wrong as a whole is nearly always not JSON.
            out.writeStringField("type", refusal.path().isEmpty() ? "json_invalid" : "value_error");
            out.writeEndObject();
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static void location(JsonGenerator out, Refusal refusal) throws IOException {
        out.writeArrayFieldStart("loc");
        out.writeString("body");
        for (String member : refusal.path()) {
            out.writeString(member);
        }
        out.writeEndArray();
    }
}
