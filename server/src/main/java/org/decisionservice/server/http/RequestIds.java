// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.decisionservice.contract.Dialect;

/** The id that ties a client's exchange to the server's log. */
final class RequestIds {
    static final HeaderName NAME = HeaderNames.create(Dialect.REQUEST_ID);

    private static final int MAX_LENGTH = 128;

    private RequestIds() {}

    /** The headers that carry the id back to clients of {@code dialect}. */
    static List<HeaderName> headers(Dialect dialect) {
        return dialect.requestIds().stream().map(HeaderNames::create).toList();
    }

    /** Returns the client's own id if it is 1 to 128 printable ASCII characters, or else a new one. */
    static String of(Headers headers) {
        // values() would split a value at a comma.
        List<String> sent = headers.all(NAME, List::of);
        return sent.size() == 1 && acceptable(sent.getFirst()) ? sent.getFirst() : fresh();
    }

    // The id is neither a secret nor an identity, so a fast generator is sufficient.
    static String fresh() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }

    private static boolean acceptable(String id) {
        if (id.isEmpty() || id.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            if (id.charAt(i) < ' ' || id.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }
}
