package org.decisionservice.api;

import java.util.List;

/**
 * Why a request is not answered. Only the server's error mapping knows status numbers.
 *
 * @param path the member of the body that it is about, from the root; empty where it is about all of it
 * @param detail for the client: names the field or question and the fix; never a path, a class name or a stack trace
 */
public record Refusal(Kind kind, List<String> path, String detail) {
    public Refusal {
        path = List.copyOf(path);
    }

    public Refusal(Kind kind, String detail) {
        this(kind, List.of(), detail);
    }

    public enum Kind {
        /** The body's bytes are not framed or compressed as its headers say. */
        BROKEN,
        /** Not the JSON or not the shape the route takes. */
        MALFORMED,
        UNAUTHORIZED,
        /** The body did not arrive in time. */
        TOO_SLOW,
        /** Over one of the documented limits. */
        TOO_LARGE,
        /** The state has more text than is taken. */
        TOO_LONG,
        UNSUPPORTED_ENCODING,
        /** The options of a question need more tokens than its window has. */
        NO_ROOM,
        /** Well-formed, but a question or control means nothing to the service. */
        INVALID,
        /** As many requests as are admitted at once are already in flight. */
        BUSY,
        /** There was no answer within the time that a request may take. */
        TIMED_OUT,
        /** Inference failed; the cause is in the log only. */
        FAILED
    }
}
