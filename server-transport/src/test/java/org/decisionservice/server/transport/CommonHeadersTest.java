// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The date in the form of RFC 9110; what answers have is checked on a whole service. */
class CommonHeadersTest {
    @Test
    void aDateIsInGmtAndItsDayHasTwoDigits() {
        assertThat(CommonHeaders.date(Instant.parse("2026-12-01T04:05:06.789Z")))
                .isEqualTo("Tue, 01 Dec 2026 04:05:06 GMT");
        assertThat(CommonHeaders.date(Instant.parse("2026-11-27T19:05:38Z")))
                .isEqualTo("Fri, 27 Nov 2026 19:05:38 GMT");
    }
}
