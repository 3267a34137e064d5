// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub.standin;

import java.util.Optional;

/**
 * What was asked of a server and what it sent.
 *
 * @param server {@code hub} or {@code cdn}
 * @param bytes of content that were sent, however far the client read
 */
public record Exchange(
        String server,
        String method,
        String path,
        Optional<String> authorization,
        Optional<String> range,
        int status,
        long bytes) {

    /** One line of a log. */
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
