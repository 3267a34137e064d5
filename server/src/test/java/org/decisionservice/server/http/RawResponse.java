// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A response as received. */
record RawResponse(int status, List<String> headerLines, String body) {

    Optional<String> header(String name) {
        String prefix = name.toLowerCase(Locale.ROOT) + ":";
        return headerLines.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .findFirst();
    }
}
