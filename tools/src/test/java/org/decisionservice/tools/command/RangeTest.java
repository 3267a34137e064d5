// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.decisionservice.host.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeTest {
    private static final Range SHARE = Range.share("--x", "0.5");
    private static final Range OPEN = Range.betweenZeroAndOne("--x", "0.95");
    private static final Range WHOLE = Range.whole("--n", 1, 256, "8");

    @Test
    void numbersInTheRangeAreTaken() {
        assertThat(SHARE.read("0")).isZero();
        assertThat(SHARE.read("1.0")).isOne();
        assertThat(SHARE.read(".5")).isEqualTo(0.5);
        assertThat(SHARE.read("5e-3")).isEqualTo(0.005);
        assertThat(OPEN.read("0.999")).isEqualTo(0.999);
        assertThat(WHOLE.readWhole("256")).isEqualTo(256);
    }

    @ParameterizedTest
    @CsvSource({"95, 0.95", "'0,9', 0.9", "90%, 0.9", "'95 %', 0.95", "99.9, 0.999"})
    void aPercentageAndACommaAreUnderstoodAndSaid(String text, String meant) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> OPEN.read(text))
                .withMessageStartingWith("--x: '" + text + "' cannot be used; it takes a number above 0 and below 1")
                .withMessageEndingWith("such as 0.95; did you mean " + meant + "?");
    }

    @ParameterizedTest
    @CsvSource({
        "NaN",
        "Infinity",
        "-Infinity",
        "-0.1",
        "1.0001",
        "abc",
        "''",
        "1e99",
        "0x1p3",
        "0.5f",
        "1e999999999",
        "0.00000000000000000000000000000000000001"
    })
    void whatIsNoNumberOfTheRangeIsRefusedWithAnExample(String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SHARE.read(text))
                .withMessageContaining("it takes a number from 0 to 1, such as 0.5");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "257", "1.5", "99999999999", "eight"})
    void aCountIsWholeAndWithinItsBounds(String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> WHOLE.readWhole(text))
                .withMessageStartingWith("--n: '" + text + "' cannot be used; it takes a whole number from 1 to 256")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("did you mean"));
    }

    @Test
    void theEndsOfAnOpenRangeAreRefused() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> OPEN.read("0"));
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> OPEN.read("1"));
    }
}
