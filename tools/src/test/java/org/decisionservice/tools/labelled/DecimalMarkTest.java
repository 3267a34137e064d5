// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalMarkTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "0,5 ! ; ! true",
                "' -12,75 ' ! ; ! true",
                "0.5 ! ; ! false",
                "words alone ! ; ! true",
                "words alone ! ',' ! false",
                "'0,5' ! ',' ! true",
                "'1,234' ! ',' ! false",
                "'0,234' ! ',' ! true",
                "1.234 ! ; ! true",
                "'2.5 0,5' ! ; ! true",
                "'2.5 0,5' ! ',' ! false",
                "'1.234,50' ! ',' ! false"
            })
    void theNumbersOfTheTableTellItsMark(String cells, char separator, boolean comma) {
        DecimalMark mark = new DecimalMark();
        mark.see(List.of(cells.strip().split(" (?=[0-9])")));
        assertThat(mark.isComma(separator)).isEqualTo(comma);
    }
}
