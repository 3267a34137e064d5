package org.decisionservice.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import org.decisionservice.api.Refusal;

/** Refusals as HTTP: the only place that knows status numbers. Every body is one object with {@code detail}. */
final class ErrorMapping {
    static final Refusal BUSY = new Refusal(Refusal.Kind.BUSY, "server busy, try again later");
    static final Refusal FAILED = new Refusal(Refusal.Kind.FAILED, "inference failed");
    static final Refusal UNAUTHORIZED = new Refusal(Refusal.Kind.UNAUTHORIZED, "invalid or missing bearer token");

    private final Status overload;

    ErrorMapping(int overloadStatus) {
        this.overload = Status.create(overloadStatus);
    }

    /** Answers with {@code refusal}. */
    void refuse(ServerRequest request, ServerResponse response, Refusal refusal) {
        switch (refusal.kind()) {
            case UNAUTHORIZED -> response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
            case BUSY -> response.header(HeaderNames.RETRY_AFTER, "1");
            case UNSUPPORTED_ENCODING -> response.header(HeaderNames.ACCEPT_ENCODING, ContentCoding.SUPPORTED);
            case MALFORMED, TOO_SLOW, TOO_LARGE, INVALID, FAILED -> {}
        }
        send(request, response, status(refusal.kind()), refusal.detail());
    }

    private Status status(Refusal.Kind kind) {
        return switch (kind) {
            case MALFORMED -> Status.BAD_REQUEST_400;
            case UNAUTHORIZED -> Status.UNAUTHORIZED_401;
            case TOO_SLOW -> Status.REQUEST_TIMEOUT_408;
            case TOO_LARGE -> Status.REQUEST_ENTITY_TOO_LARGE_413;
            case UNSUPPORTED_ENCODING -> Status.UNSUPPORTED_MEDIA_TYPE_415;
            case INVALID -> Status.create(422, "Unprocessable Content");
            case BUSY -> overload;
            case FAILED -> Status.INTERNAL_SERVER_ERROR_500;
        };
    }

    /** Answers a method that the path does not take. */
    void methodNotAllowed(ServerRequest request, ServerResponse response, Method allowed) {
        response.header(HeaderNames.ALLOW, allowed.text());
        send(request, response, Status.METHOD_NOT_ALLOWED_405, "method not allowed; use " + allowed.text());
    }

    /** Answers what Helidon refused by itself, such as an unknown path. */
    void refused(ServerRequest request, ServerResponse response, Status status) {
        send(request, response, status, detail(status));
    }

    private static void send(ServerRequest request, ServerResponse response, Status status, String detail) {
        Reply.send(request, response, status, body(detail));
    }

    /** What is said about a request that never became one: Helidon's own words may quote its bytes. */
    static String detail(Status status) {
        return switch (status.code()) {
            case 400 -> "bad request: the request line, a header or the body's framing is not valid HTTP";
            case 404 -> "not found; the routes are GET /health, POST /v1/systemone and POST /v1/systemone/batch";
            case 413, 414, 431 -> "the request line or the headers are too large; shorten them";
            case 500 -> FAILED.detail();
            case 505 -> "use HTTP/1.1 or HTTP/2";
            default -> status.reasonPhrase();
        };
    }

    static byte[] body(String detail) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("detail", detail);
            out.writeEndObject();
        });
    }
}
