package org.decisionservice.api;

/**
 * Why a request is not answered. Only the server's error mapping knows status numbers.
 *
 * @param detail for the client: names the field or question and the fix; never a path, a class name or a stack trace
 */
public record Refusal(Kind kind, String detail) {

    public enum Kind {
        /** Not the JSON or not the shape the route takes. */
        MALFORMED,
        UNAUTHORIZED,
        /** The body did not arrive in time. */
        TOO_SLOW,
        /** Over one of the documented limits. */
        TOO_LARGE,
        UNSUPPORTED_ENCODING,
        /** Well-formed, but a question or control means nothing to the service. */
        INVALID,
        /** As many requests as are admitted at once are already in flight. */
        BUSY,
        /** Inference failed; the cause is in the log only. */
        FAILED
    }
}
