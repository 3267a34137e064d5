// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing.hub;

import java.util.Optional;

/**
 * A request to a server and what the server sent.
 *
 * @param server {@code hub} or {@code cdn}
 * @param bytes of content that were sent, whether or not the client read them
 */
public record Exchange(
        String server,
        String method,
        String path,
        Optional<String> authorization,
        Optional<String> range,
        int status,
        long bytes) {

    /** The exchange as one line of a log. */
    public String line() {
        return String.join(
                "\t",
                server,
                method,
                path,
                authorization.isPresent() ? "with-token" : "no-token",
                range.orElse("whole"),
                Integer.toString(status),
                Long.toString(bytes));
    }
}
