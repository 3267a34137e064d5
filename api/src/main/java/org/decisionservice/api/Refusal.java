// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;
import java.util.Optional;

/**
 * Why a request was refused.
 *
 * @param path path from the root to the member of the body that was refused; empty for the whole body
 * @param detail for the client: names the field or question and the fix; never contains a file path, class name or
 *     stack trace
 * @param code a finer distinction than the kind, in the words of the client's contract; empty if the kind is enough
 */
public record Refusal(Kind kind, List<String> path, String detail, Optional<String> code) {
    /** The refusal of everything that is not answered because the service stops. */
    public static final Refusal STOPPING = new Refusal(Kind.STOPPING, "the service is stopping, try again later");

    public Refusal {
        path = List.copyOf(path);
    }

    public Refusal(Kind kind, List<String> path, String detail) {
        this(kind, path, detail, Optional.empty());
    }

    public Refusal(Kind kind, String detail) {
        this(kind, List.of(), detail);
    }

    /** The fault that a request is refused for. */
    public enum Kind {
        /** The body's bytes are not framed or compressed as its headers say. */
        BROKEN(400),
        /** The body is not JSON, or not of the shape that the route takes. */
        MALFORMED(400),
        /** The API key is missing or wrong. */
        UNAUTHORIZED(401),
        /** The body did not arrive in time. */
        TOO_SLOW(408),
        /** The request exceeds one of the documented limits. */
        TOO_LARGE(413),
        /** The state has more text than the service accepts. */
        TOO_LONG(413),
        /** The body's compression is not supported. */
        UNSUPPORTED_ENCODING(415),
        /** The options of a question need more tokens than the window has. */
        NO_ROOM(422),
        /** The request is well-formed, but a question or control is not valid. */
        INVALID(422),
        /** The holder of the key has sent as many requests as the deployment allows. */
        RATE_LIMITED(429),
        /** The limit on requests in flight has been reached. */
        BUSY(503),
        /** The service is stopping. */
        STOPPING(503),
        /** The checkpoint that answers the request cannot be loaded now. */
        UNAVAILABLE(503),
        /** There was no answer within the time allowed for a request. */
        TIMED_OUT(503),
        /** Inference failed. The cause appears only in the log. */
        FAILED(500);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        /** The HTTP status in the interface document. Other contracts may use a different one. */
        public int status() {
            return status;
        }
    }
}
