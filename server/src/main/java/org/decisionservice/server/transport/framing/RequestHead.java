// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

/** A request's head, understood. */
public final class RequestHead {

    /** How much follows the head. */
    public sealed interface Framing {

        /** That many bytes, from 0 up. */
        record Sized(long bytes) implements Framing {}

        record Chunked() implements Framing {}
    }

    private final byte[] canonical;
    private final Framing framing;
    private final boolean last;

    public RequestHead(byte[] canonical, Framing framing, boolean last) {
        this.canonical = canonical;
        this.framing = framing;
        this.last = last;
    }

    /** The head as HTTP/1.1 with one meaning only; the array itself. */
    public byte[] canonical() {
        return canonical;
    }

    public Framing framing() {
        return framing;
    }

    /** Whether nothing that follows this request is to be read. */
    public boolean last() {
        return last;
    }
}
