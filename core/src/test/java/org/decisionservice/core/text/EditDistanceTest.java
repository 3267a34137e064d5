// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {

    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "'', abc, 3",
        "port, port, 0",
        "port, prot, 1", // two neighbours swapped
        "port, ports, 1",
        "port, pot, 1",
        "port, part, 1",
        "questions, question, 1",
        "instructions, insturctoins, 2",
        "kitten, sitting, 3"
    })
    void countsInsertionsDeletionsReplacementsAndSwaps(String one, String other, int distance) {
        assertThat(EditDistance.of(one, other)).isEqualTo(distance);
        assertThat(EditDistance.of(other, one)).isEqualTo(distance);
    }
}
