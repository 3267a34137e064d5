// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing.hub;

import java.util.Map;

/** The failure of one exchange. */
public sealed interface Fault {

    /** The response is this and nothing else. */
    record Answer(int status, Map<String, String> headers) implements Fault {
        public Answer {
            headers = Map.copyOf(headers);
        }
    }

    /** The connection is cut after this many bytes of the content. */
    record Cut(int afterBytes) implements Fault {}

    /** Nothing more is sent after this many bytes of the content, and the connection stays open. */
    record Stall(int afterBytes) implements Fault {}

    /** The whole content is sent with status 200, whatever range was requested. */
    record NoRanges() implements Fault {}

    /** Like {@link NoRanges}, and the connection is cut after this many bytes. */
    record Restart(int afterBytes) implements Fault {}

    /** The right number of bytes is sent, but one of them is wrong. */
    record Corrupt() implements Fault {}

    /** Data is sent endlessly after the content, or in the middle of a listing, until the client disconnects. */
    record Endless() implements Fault {}

    /** The file is announced with this size. */
    record Announce(String size) implements Fault {}

    /** The file is announced without a size. */
    record Unannounced() implements Fault {}

    /** The content, or the listing, is sent compressed, whatever the client accepts. */
    record Gzipped() implements Fault {}

    /** The content is sent compressed, nothing more after this many bytes, and the connection stays open. */
    record GzippedStall(int afterBytes) implements Fault {}

    /** The content is said to be in another coding than it is. */
    record Coded(String coding) implements Fault {}

    /** The content is sent in chunks, without its length. */
    record Chunked() implements Fault {}

    /** Whether the content begins at its first byte, whatever range was requested. */
    default boolean ignoresRanges() {
        return this instanceof NoRanges
                || this instanceof Restart
                || this instanceof Gzipped
                || this instanceof GzippedStall;
    }
}
