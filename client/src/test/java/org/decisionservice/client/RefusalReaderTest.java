// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.client.DecisionException.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Answers that no service of this project gives, but proxies in front of one do; its own are read in the server's
 * tests.
 */
class RefusalReaderTest {

    private static DecisionException read(int status, String body, String... header) {
        Map<String, List<String>> headers = header.length == 0 ? Map.of() : Map.of(header[0], List.of(header[1]));
        return RefusalReader.read(
                status, HttpHeaders.of(headers, (_, _) -> true), body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "502, BUSY",
        "504, BUSY",
        "404, NOT_FOUND",
        "302, FAILED",
        "500, FAILED",
        "405, NOT_FOUND",
        "403, FORBIDDEN"
    })
    void aPageOfAProxyIsShownInShort(int status, Code code) {
        DecisionException refused = read(status, "<html>" + "x".repeat(1000));
        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused.detail()).startsWith("<html>").hasSize(200);
        assertThat(refused.field()).isEmpty();
    }

    @Test
    void aPauseIsSecondsOrADate() {
        assertThat(read(503, "{}", "Retry-After", "7").retryAfter()).contains(Duration.ofSeconds(7));
        String soon = ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(1).format(DateTimeFormatter.RFC_1123_DATE_TIME);
        assertThat(read(503, "{}", "Retry-After", soon).retryAfter())
                .hasValueSatisfying(
                        pause -> assertThat(pause).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60)));
        for (String nonsense : List.of("soon", "-1", "\u0663", "Wed, 21 Oct 2015 07:28:00 GMT", "")) {
            assertThat(read(503, "{}", "Retry-After", nonsense).retryAfter())
                    .as(nonsense)
                    .isEqualTo(Optional.empty());
        }
    }

    @Test
    void aPauseIsReadWhateverItsSizeAndIsADayAtMost() {
        for (String asked : List.of(
                "86401",
                "9223372036854775807",
                "99999999999999999999",
                "9".repeat(4000),
                "Fri, 31 Dec 9999 23:59:59 GMT")) {
            assertThat(read(503, "{}", "Retry-After", asked).retryAfter())
                    .as(asked)
                    .contains(Duration.ofDays(1));
        }
        assertThat(read(503, "{}", "Retry-After", "0000000000007").retryAfter()).contains(Duration.ofSeconds(7));
    }

    @Test
    void aMomentIsReadByTheClockOfWhoeverNamesIt() {
        HttpHeaders headers = HttpHeaders.of(
                Map.of(
                        "Retry-After", List.of("Wed, 21 Oct 2015 07:28:30 GMT"),
                        "Date", List.of("Wed, 21 Oct 2015 07:28:00 GMT")),
                (_, _) -> true);
        assertThat(RefusalReader.read(503, headers, new byte[0]).retryAfter()).contains(Duration.ofSeconds(30));
    }
}
