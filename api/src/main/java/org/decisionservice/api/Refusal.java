// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;
import java.util.Optional;

/**
 * Why a request is not answered.
 *
 * @param path the member of the body that it is about, from the root; empty if it is about all of it
 * @param detail for the client: names the field or question and the fix; never a path, a class name or a stack trace
 * @param code what a client's library tells apart more finely than kinds, in the words of its contract; empty if the
 *     kind says it all
 */
public record Refusal(Kind kind, List<String> path, String detail, Optional<String> code) {
    public Refusal {
        path = List.copyOf(path);
    }

    public Refusal(Kind kind, List<String> path, String detail) {
        this(kind, path, detail, Optional.empty());
    }

    public Refusal(Kind kind, String detail) {
        this(kind, List.of(), detail);
    }

    /** What is wrong. */
    public enum Kind {
        /** The body's bytes are not framed or compressed as its headers say. */
        BROKEN(400),
        /** Not the JSON or not the shape the route takes. */
        MALFORMED(400),
        /** No key, or a wrong one. */
        UNAUTHORIZED(401),
        /** The body did not arrive in time. */
        TOO_SLOW(408),
        /** Over one of the documented limits. */
        TOO_LARGE(413),
        /** The state has more text than is taken. */
        TOO_LONG(413),
        /** The body is compressed in a way that is not offered. */
        UNSUPPORTED_ENCODING(415),
        /** The options of a question need more tokens than its window has. */
        NO_ROOM(422),
        /** Well-formed, but a question or control means nothing to the service. */
        INVALID(422),
        /** As many requests as are admitted at once are already in flight. */
        BUSY(503),
        /** There was no answer within the time that a request may take. */
        TIMED_OUT(503),
        /** Inference failed; the cause is in the log only. */
        FAILED(500);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        /** The HTTP status in the interface document; other contracts say where theirs differ. */
        public int status() {
            return status;
        }
    }
}
