package org.decisionservice.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.helidon.http.Status;
import java.io.IOException;
import org.decisionservice.api.Refusal;

/**
 * The errors of the upstream contract. What is wrong with a body is a 422 with a list that says where; everything else
 * is an object of an error type and a message.
 */
final class TypedErrors implements ErrorForm {

    @Override
    public Status status(Refusal.Kind kind) {
        return switch (kind) {
            case MALFORMED, INVALID -> Status.create(422, "Unprocessable Content");
            case BROKEN, TOO_LONG, NO_ROOM -> Status.BAD_REQUEST_400;
            case UNAUTHORIZED -> Status.UNAUTHORIZED_401;
            case TOO_SLOW -> Status.REQUEST_TIMEOUT_408;
            case TOO_LARGE -> Status.REQUEST_ENTITY_TOO_LARGE_413;
            case UNSUPPORTED_ENCODING -> Status.UNSUPPORTED_MEDIA_TYPE_415;
            case BUSY, TIMED_OUT -> Status.SERVICE_UNAVAILABLE_503;
            case FAILED -> Status.INTERNAL_SERVER_ERROR_500;
        };
    }

    @Override
    public byte[] body(Refusal refusal) {
        return switch (refusal.kind()) {
            case MALFORMED, INVALID -> located(refusal);
            case TOO_LONG, NO_ROOM -> typed("max_tokens_exceeded", refusal.detail());
            case UNAUTHORIZED -> typed("authentication_error", refusal.detail());
            case BUSY, TIMED_OUT -> typed("overloaded_error", refusal.detail());
            case FAILED -> typed("internal_error", refusal.detail());
            case BROKEN, TOO_SLOW, TOO_LARGE, UNSUPPORTED_ENCODING -> typed("api_usage_error", refusal.detail());
        };
    }

    @Override
    public byte[] body(Status status, String detail) {
        return switch (status.code()) {
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
            // A body that is wrong as a whole is nearly always no JSON at all.
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
