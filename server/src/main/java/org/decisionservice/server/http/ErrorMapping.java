// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Locale;
import java.util.regex.Pattern;
import org.decisionservice.api.Refusal;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.response.ErrorForm;
import org.decisionservice.contract.response.TextErrors;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.transport.ContentCoding;

/** Maps refusals to HTTP, in the form that the deployment's contract defines. */
public final class ErrorMapping {
    static final Refusal FAILED = new Refusal(Refusal.Kind.FAILED, "inference failed");
    static final Refusal UNAVAILABLE = new Refusal(
            Refusal.Kind.UNAVAILABLE, "the checkpoint that answers this cannot be loaded now, try again later");
    static final Refusal UNAUTHORIZED = new Refusal(Refusal.Kind.UNAUTHORIZED, "invalid or missing bearer token");

    private static final Pattern SLASHES = Pattern.compile("/{2,}");
    private static final HeaderName LIMIT = HeaderNames.create("X-Concurrency-Limit");

    private final Status overload;
    private final String limit;
    private final Refusal busy;
    private final Dialect dialect;

    ErrorMapping(HttpOptions options, Dialect dialect) {
        this.overload = Status.create(options.wire().overloadStatus());
        this.limit = options.admitting().maxConcurrent() + " (SERVICE_MAX_CONCURRENT)"
                + (options.admitting().perAddress() == 0
                        ? ""
                        : ", " + options.admitting().perAddress() + " of one address (SERVICE_MAX_PER_ADDRESS)");
        this.busy = new Refusal(Refusal.Kind.BUSY, TextErrors.BUSY + ": the limit on requests at once is " + limit);
        this.dialect = dialect;
    }

    /** The refusal of a request that finds every slot taken. */
    Refusal busy() {
        return busy;
    }

    /** Answers with {@code refusal}. */
    void refuse(ServerRequest request, ServerResponse response, Refusal refusal) {
        refuse(request, response, refusal, () -> {});
    }

    /** Answers with {@code refusal}, and runs {@code beforeLast} when no more than the last piece is left to send. */
    void refuse(ServerRequest request, ServerResponse response, Refusal refusal, Runnable beforeLast) {
        switch (refusal.kind()) {
            case UNAUTHORIZED ->
                response.header(HeaderNames.WWW_AUTHENTICATE, Authentication.challenge(request, refusal));
            case BUSY -> {
                response.header(HeaderNames.RETRY_AFTER, "1");
                response.header(LIMIT, limit);
            }
            case STOPPING -> {
                response.header(HeaderNames.RETRY_AFTER, "1");
                response.header(HeaderValues.CONNECTION_CLOSE);
            }
            case UNAVAILABLE, TIMED_OUT -> response.header(HeaderNames.RETRY_AFTER, "1");
            case UNSUPPORTED_ENCODING -> response.header(HeaderNames.ACCEPT_ENCODING, ContentCoding.SUPPORTED);
            case RATE_LIMITED -> {
                if (!response.headers().contains(HeaderNames.RETRY_AFTER)) {
                    response.header(HeaderNames.RETRY_AFTER, "1");
                }
            }
            case BROKEN, MALFORMED, TOO_SLOW, TOO_LARGE, TOO_LONG, NO_ROOM, INVALID, FAILED -> {}
        }
        ErrorForm form = form(request);
        Status status = switch (refusal.kind()) {
            case BUSY, STOPPING -> overload;
            default -> status(form.status(refusal.kind()));
        };
        Reply.send(request, response, status, form.body(refusal), beforeLast);
    }

    /** Answers a request whose method the path does not accept. */
    public void methodNotAllowed(ServerRequest request, ServerResponse response, Method allowed) {
        response.header(HeaderNames.ALLOW, allowed.equals(Method.GET) ? "GET, HEAD" : allowed.text());
        send(request, response, Status.METHOD_NOT_ALLOWED_405, "method not allowed; use " + allowed.text());
    }

    /** Answers a request that a page of that origin, or one sent to that host name, may not make. */
    void forbidden(ServerRequest request, ServerResponse response, String detail) {
        send(request, response, Status.FORBIDDEN_403, detail);
    }

    /** Answers a request that Helidon refused by itself, such as one for an unknown path. */
    void refused(ServerRequest request, ServerResponse response, Status status) {
        String detail = detail(status, dialect.routes());
        send(request, response, status, status.code() == 404 ? detail + nearest(request) : detail);
    }

    /** Names the route that a path means if only its slashes or its letter case are wrong. */
    private String nearest(ServerRequest request) {
        String path = request.prologue().uriPath().rawPath();
        String simple = SLASHES.matcher(path).replaceAll("/").toLowerCase(Locale.ROOT);
        String meant = simple.endsWith("/") ? simple.substring(0, simple.length() - 1) : simple;
        return dialect.paths().contains(meant) && !meant.equals(path)
                ? "; this path is written " + meant + ", with one slash before each of its parts and none at its end"
                : "";
    }

    /** RFC 9110 renamed status 422, which Helidon still calls "Unprocessable Entity". */
    private static Status status(int code) {
        return code == 422 ? Status.create(code, "Unprocessable Content") : Status.create(code);
    }

    private void send(ServerRequest request, ServerResponse response, Status status, String detail) {
        Reply.send(request, response, status, form(request).body(status.code(), detail));
    }

    private ErrorForm form(ServerRequest request) {
        return dialect.errors()
                .at(request.prologue().uriPath().rawPath(), Authentication.hasGoogleKey(request.headers()));
    }

    /** The error text for a request that could not be parsed. Helidon's own text may quote the request's bytes. */
    static String detail(Status status, String routes) {
        return switch (status.code()) {
            case 400 -> "bad request: the request line, a header or the body's framing is not valid HTTP";
            case 404 -> "not found; the routes are " + routes;
            case 413, 414, 431 -> "the request line or the headers are too large; shorten them";
            case 500 -> FAILED.detail();
            case 505 -> "use HTTP/1.1";
            default -> status.reasonPhrase();
        };
    }
}
