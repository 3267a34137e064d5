// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub.standin;

import java.util.Map;

/** How one exchange goes wrong. */
public sealed interface Fault {

    /** Answered with this and nothing else. */
    record Answer(int status, Map<String, String> headers) implements Fault {
        public Answer {
            headers = Map.copyOf(headers);
        }
    }

    /** The connection is cut after so many bytes of the content. */
    record Cut(int afterBytes) implements Fault {}

    /** Nothing more comes after so many bytes of the content, and the connection stays. */
    record Stall(int afterBytes) implements Fault {}

    /** The whole content with status 200, whatever range was asked for. */
    record NoRanges() implements Fault {}

    /** As {@link NoRanges}, and the connection is cut after so many bytes. */
    record Restart(int afterBytes) implements Fault {}

    /** The right number of bytes, one of them wrong. */
    record Corrupt() implements Fault {}

    /** More and more after the content, or in the middle of a listing, until the client leaves. */
    record Endless() implements Fault {}

    /** The file is announced with this size. */
    record Announce(String size) implements Fault {}

    /** The file is announced without a size. */
    record Unannounced() implements Fault {}
}
