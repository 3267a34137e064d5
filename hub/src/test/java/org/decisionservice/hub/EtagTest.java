// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EtagTest {

    @ParameterizedTest
    @CsvSource({"'\"abc\"', abc", "'W/\"abc\"', abc", "abc-1_2.x, abc-1_2.x"})
    void theNameIsWhatTheQuotesHold(String header, String name) {
        assertThat(Etag.parse(header)).contains(new Etag(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "..", "../x", "a/b", "a\\b", ".hidden", "a b", "ä"})
    void anEtagThatCannotBeAFileNameIsIgnored(String header) {
        assertThat(Etag.parse(header)).isEmpty();
    }

    @Test
    void theLengthTellsTheDigest() {
        assertThat(new Etag("a".repeat(64)).digest(1))
                .hasValueSatisfying(d -> assertThat(d.getAlgorithm()).isEqualTo("SHA-256"));
        assertThat(new Etag("a".repeat(40)).digest(1))
                .hasValueSatisfying(d -> assertThat(d.getAlgorithm()).isEqualTo("SHA-1"));
        assertThat(new Etag("A".repeat(40)).digest(1)).isEmpty();
        assertThat(new Etag("a".repeat(32)).digest(1)).isEmpty();
    }
}
