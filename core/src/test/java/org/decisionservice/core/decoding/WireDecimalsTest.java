// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireDecimalsTest {

    @ParameterizedTest
    @CsvSource({
        "0,0.0",
        "1,1.0",
        "0.5,0.5",
        "0.0001,0.0001",
        "0.00005,0.0001", // its double lies above the tie
        "0.00015,0.0001", // its double lies below the tie
        "0.00004999,0.0",
        "0.03125,0.0312", // exact ties go to the even digit
        "0.09375,0.0938",
        "0.99995,1.0",
        "0.99994,0.9999",
        "30.99999,31.0",
        "12.3,12.3",
        "1234567.5,1234567.5",
        "-0.25,-0.25"
    })
    void textIsRoundedHalfToEvenOnTheExactDouble(double value, String text) {
        assertThat(WireDecimals.text(value)).isEqualTo(text);
    }

    /** 0.00005 is above and 0.00015 below the tie as doubles; 0.03125 is exact and goes to the even neighbour. */
    @ParameterizedTest
    @CsvSource({
        "0.12344999, 0.1234",
        "0.00005, 0.0001",
        "0.00015, 0.0001",
        "0.03125, 0.0312",
        "0.09375, 0.0938",
        "0.99996, 1.0",
        "2.5, 2.5",
        "0, 0",
        "NaN, NaN",
        "Infinity, Infinity"
    })
    void roundsHalfToEvenOnTheExactValue(double value, double rounded) {
        assertThat(WireDecimals.round(value)).isEqualTo(Double.valueOf(rounded));
    }

    @Test
    void textAgreesWithExactArithmetic() {
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            double value = switch (i % 3) {
                case 0 -> random.nextDouble();
                case 1 -> random.nextInt(20_000) / 20_000.0;
                default -> random.nextInt(1 << 20) / (double) (1 << 18);
            };
            double exact =
                    new BigDecimal(value).setScale(4, RoundingMode.HALF_EVEN).doubleValue();
            assertThat(WireDecimals.text(value))
                    .isEqualTo(Double.toString(exact).equals("1.0E-4") ? "0.0001" : plain(exact));
        }
    }

    private static String plain(double value) {
        String text =
                new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
        return text.contains(".") ? text : text + ".0";
    }
}
