// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.Optional;
import org.decisionservice.api.Refusal;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.members.ErrorCode;
import org.decisionservice.contract.response.ErrorForm;
import org.decisionservice.core.text.Quote;

/**
 * Errors as OpenAI's clients read them: {@code {"error": {"message", "type", "param", "code"}}}. What is wrong with a
 * request is a 400, never a 422.
 */
public final class OpenAiErrors implements ErrorForm {
    private static final String INVALID_REQUEST = "invalid_request_error";
    private static final String RATE_LIMIT = "rate_limit_error";
    private static final String SERVER = "server_error";
    private static final int TOO_MANY_REQUESTS = 429;

    private final boolean rateLimit;

    /** {@code overloadStatus} is the status of a request that is not admitted. */
    public OpenAiErrors(int overloadStatus) {
        this.rateLimit = overloadStatus == TOO_MANY_REQUESTS;
    }

    @Override
    public int status(Refusal.Kind kind) {
        return switch (kind) {
            case TOO_LONG, NO_ROOM, INVALID -> 400;
            default -> kind.status();
        };
    }

    @Override
    public byte[] body(Refusal refusal) {
        Optional<String> param =
                refusal.path().isEmpty() ? Optional.empty() : Optional.of(String.join(".", refusal.path()));
        String code = code(refusal);
        return error(message(refusal, code), type(refusal.kind()), param, Optional.of(code));
    }

    @Override
    public byte[] body(int status, String detail) {
        Optional<ErrorCode> code = switch (status) {
            case 403 -> Optional.of(ErrorCode.ORIGIN_NOT_ALLOWED);
            case 404 -> Optional.of(ErrorCode.NOT_FOUND);
            case 405 -> Optional.of(ErrorCode.METHOD_NOT_ALLOWED);
            case 413, 414, 431 -> Optional.of(ErrorCode.REQUEST_TOO_LARGE);
            case 500 -> Optional.of(ErrorCode.INTERNAL_ERROR);
            default -> Optional.empty();
        };
        String type = status >= 500 ? SERVER : INVALID_REQUEST;
        return error(detail, type, Optional.empty(), code.map(ErrorCode::wireName));
    }

    /** The body of a 404 for a model that is not served. */
    public static byte[] unknownModel(String id) {
        return error(
                "the model " + Quote.of(id) + " is not served here; GET /v1/models lists those that are",
                INVALID_REQUEST,
                Optional.of("model"),
                Optional.of(ErrorCode.MODEL_NOT_FOUND.wireName()));
    }

    /** LangChain recognises an overflow by the code, but looks for it in the message only. */
    private static String message(Refusal refusal, String code) {
        return code.equals(ErrorCode.CONTEXT_LENGTH_EXCEEDED.wireName())
                ? refusal.detail() + " (" + code + ")"
                : refusal.detail();
    }

    private String type(Refusal.Kind kind) {
        return switch (kind) {
            case FAILED, UNAVAILABLE, TIMED_OUT -> SERVER;
            case RATE_LIMITED -> RATE_LIMIT;
            case BUSY, STOPPING -> rateLimit ? RATE_LIMIT : SERVER;
            case BROKEN,
                    MALFORMED,
                    UNAUTHORIZED,
                    TOO_SLOW,
                    TOO_LARGE,
                    TOO_LONG,
                    UNSUPPORTED_ENCODING,
                    NO_ROOM,
                    INVALID -> INVALID_REQUEST;
        };
    }

    private String code(Refusal refusal) {
        return refusal.code().orElseGet(() -> code(refusal.kind()).wireName());
    }

    private ErrorCode code(Refusal.Kind kind) {
        return switch (kind) {
            case BROKEN, MALFORMED -> ErrorCode.INVALID_JSON;
            case UNAUTHORIZED -> ErrorCode.INVALID_API_KEY;
            case TOO_SLOW -> ErrorCode.REQUEST_TIMEOUT;
            case TOO_LARGE -> ErrorCode.REQUEST_TOO_LARGE;
            case TOO_LONG, NO_ROOM -> ErrorCode.CONTEXT_LENGTH_EXCEEDED;
            case UNSUPPORTED_ENCODING -> ErrorCode.UNSUPPORTED_ENCODING;
            case INVALID -> ErrorCode.INVALID_VALUE;
            case RATE_LIMITED -> ErrorCode.RATE_LIMIT_EXCEEDED;
            case BUSY, STOPPING -> rateLimit ? ErrorCode.RATE_LIMIT_EXCEEDED : ErrorCode.SERVER_OVERLOADED;
            case UNAVAILABLE, TIMED_OUT -> ErrorCode.SERVER_OVERLOADED;
            case FAILED -> ErrorCode.INTERNAL_ERROR;
        };
    }

    private static byte[] error(String message, String type, Optional<String> param, Optional<String> code) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("error");
            out.writeStringField("message", message);
            out.writeStringField("type", type);
            Json.textOrNull(out, "param", param);
            Json.textOrNull(out, "code", code);
            out.writeEndObject();
            out.writeEndObject();
        });
    }
}
