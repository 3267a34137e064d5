package org.decisionservice.server.http;

import io.helidon.http.Status;
import org.decisionservice.api.Refusal;

/** One object with the one key {@code detail}, a text. */
final class TextErrors implements ErrorForm {

    @Override
    public Status status(Refusal.Kind kind) {
        return switch (kind) {
            case BROKEN, MALFORMED -> Status.BAD_REQUEST_400;
            case UNAUTHORIZED -> Status.UNAUTHORIZED_401;
            case TOO_SLOW -> Status.REQUEST_TIMEOUT_408;
            case TOO_LARGE, TOO_LONG -> Status.REQUEST_ENTITY_TOO_LARGE_413;
            case UNSUPPORTED_ENCODING -> Status.UNSUPPORTED_MEDIA_TYPE_415;
            case NO_ROOM, INVALID -> Status.create(422, "Unprocessable Content");
            case BUSY, TIMED_OUT -> Status.SERVICE_UNAVAILABLE_503;
            case FAILED -> Status.INTERNAL_SERVER_ERROR_500;
        };
    }

    @Override
    public byte[] body(Refusal refusal) {
        return detail(refusal.detail());
    }

    @Override
    public byte[] body(Status status, String detail) {
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
