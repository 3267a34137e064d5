// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

/** A parsed request head. */
public final class RequestHead {

    /** How much data follows the head. */
    public sealed interface Framing {

        /** A body of that many bytes, 0 or more. */
        record Sized(long bytes) implements Framing {}

        record Chunked() implements Framing {}
    }

    private final byte[] canonical;
    private final Framing framing;
    private final boolean last;
    private final boolean headOnly;

    public RequestHead(byte[] canonical, Framing framing, boolean last, boolean headOnly) {
        this.canonical = canonical;
        this.framing = framing;
        this.last = last;
        this.headOnly = headOnly;
    }

    /** Returns the head as HTTP/1.1 with a single meaning; the array itself, not a copy. */
    public byte[] canonical() {
        return canonical;
    }

    public Framing framing() {
        return framing;
    }

    /** Whether nothing after this request may be read. */
    public boolean last() {
        return last;
    }

    /** Whether its answer must have no content: the request was HEAD, which {@link #canonical} has as GET. */
    public boolean headOnly() {
        return headOnly;
    }
}
