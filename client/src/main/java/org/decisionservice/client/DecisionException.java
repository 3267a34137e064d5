// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why there is no answer. The message names the service's status, if it answered, and what it said; it never holds the
 * key.
 */
public final class DecisionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Code code;
    private final int status;
    private final transient Optional<String> field;
    private final String detail;
    private final transient Optional<Duration> retryAfter;
    private final transient Optional<String> requestId;

    /** The kind of failure, whichever contract the service speaks. */
    public enum Code {
        /** The key is missing or wrong (401). */
        UNAUTHORIZED,
        /** The service does not answer to this address or origin (403). */
        FORBIDDEN,
        /** There is no such route; the address is probably not that of the service (404, 405). */
        NOT_FOUND,
        /** The request is wrong, see {@link DecisionException#field} (400, 415, 422). */
        INVALID,
        /** The request is over a limit, see {@link DecisionException#field} (413). */
        TOO_LARGE,
        /**
         * The service or a proxy has no room or no time now; every attempt was answered so (408, 425, 429, 502, 503,
         * 504, 529).
         */
        BUSY,
        /** The service could not compute the answer (every other status). */
        FAILED,
        /** No attempt reached the service, or it went away before it answered. */
        UNREACHABLE,
        /** There was no answer within the client's time. */
        TIMED_OUT,
        /** The thread that waited was interrupted, or the future was cancelled. */
        INTERRUPTED,
        /** Something answered that is not this service. */
        UNREADABLE
    }

    DecisionException(Code code, String detail, Throwable cause) {
        this(code, 0, Optional.empty(), detail, Optional.empty(), Optional.empty(), cause);
    }

    DecisionException(
            Code code,
            int status,
            Optional<String> field,
            String detail,
            Optional<Duration> retryAfter,
            Optional<String> requestId) {
        this(code, status, field, detail, retryAfter, requestId, null);
    }

    private DecisionException(
            Code code,
            int status,
            Optional<String> field,
            String detail,
            Optional<Duration> retryAfter,
            Optional<String> requestId,
            @Nullable Throwable cause) {
        super(status == 0 ? detail : "status " + status + ": " + detail, cause);
        this.code = code;
        this.status = status;
        this.field = field;
        this.detail = detail;
        this.retryAfter = retryAfter;
        this.requestId = requestId;
    }

    public Code code() {
        return code;
    }

    /** The HTTP status; 0 if there was no answer. */
    public int status() {
        return status;
    }

    /**
     * The member of the request that was refused, such as {@code min_confidence}, {@code states[2]} or
     * {@code questions.queue}; empty if the service named none.
     */
    public Optional<String> field() {
        return field;
    }

    /** The service's own words: what is wrong and what to do. Without an answer, why there is none. */
    public String detail() {
        return detail;
    }

    /** The wait before the next attempt that the service asked for, a day at most. */
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }

    /** The id under which the service's log has the request. */
    public Optional<String> requestId() {
        return requestId;
    }
}
