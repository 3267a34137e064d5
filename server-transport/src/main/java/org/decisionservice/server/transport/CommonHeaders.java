// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The headers that every answer has. */
public final class CommonHeaders {
    /** Keeps browsers from guessing another content type for an answer, which may quote a client. */
    private static final Header NO_SNIFFING =
            HeaderValues.createCached(HeaderNames.create("X-Content-Type-Options"), "nosniff");

    /**
     * An IMF-fixdate (RFC 9110, section 5.6.7): in GMT, and with two digits of the day, which Java's constant has not.
     */
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private CommonHeaders() {}

    /**
     * The headers of an answer that is sent now. Helidon would write a date in the time zone of the machine, and one
     * that stands still for as long as the calendar was set back.
     */
    public static List<Header> now() {
        return List.of(NO_SNIFFING, HeaderValues.create(HeaderNames.DATE, date(Instant.now())));
    }

    /** The value of {@code Date}. */
    static String date(Instant now) {
        return DATE.format(now);
    }
}
