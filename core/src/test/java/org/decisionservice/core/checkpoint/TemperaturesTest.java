// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemperaturesTest {
    @ParameterizedTest
    @CsvSource({
        "CHOICE, 1, 0.8",
        "CHOICE, 2, 0.8",
        "CHOICE, 3, 1.15",
        "CHOICE, 5, 1.15",
        "CHOICE, 6, 1.3",
        "CHOICE, 10, 1.3",
        "CHOICE, 11, 1.4",
        "CHOICE, 100, 1.4",
        "SCORE, 3, 2.5",
        "NOUL, 2, 1.25"
    })
    void dependsOnTypeAndNumberOfOptions(QuestionType type, int options, double expected) {
        var temperatures = Temperatures.of(
                List.of(1.3, 2.5, 0.7),
                Map.of("choice:2", 0.8, "choice:3-5", 1.15, "choice:11+", 1.4, "noul:2", 1.25, "score:1", 3.0));
        assertThat(temperatures.of(type, options)).isEqualTo(expected);
        assertThat(temperatures.replaced())
                .containsExactly("temperature_by_options[\"score:1\"] is passed over: keys are like choice:2,"
                        + " score:3-5, noul:6-10, choice:11+");
    }

    @Test
    void valuesOutOfBoundsAreConfinedAndReported() {
        var temperatures = Temperatures.of(List.of(0.2, 7.5, Double.NaN), Map.of("choice:2", Double.POSITIVE_INFINITY));
        assertThat(temperatures.of(QuestionType.CHOICE, 3)).isEqualTo(0.5);
        assertThat(temperatures.of(QuestionType.CHOICE, 2)).isEqualTo(1);
        assertThat(temperatures.of(QuestionType.SCORE, 3)).isEqualTo(5);
        assertThat(temperatures.of(QuestionType.NOUL, 2)).isEqualTo(1);
        assertThat(temperatures.replaced())
                .containsExactlyInAnyOrder(
                        "temperature_by_options[\"choice:2\"] is not a number: 1.0 is used",
                        "temperature[0] is 0.2, outside 0.5 to 5.0: 0.5 is used",
                        "temperature[1] is 7.5, outside 0.5 to 5.0: 5.0 is used",
                        "temperature[2] is not a number: 1.0 is used");
    }

    @Test
    void reportsEveryReplacedEntryOfACheckpoint() {
        assertThat(Golden.checkpoint(Golden.tiny("english")).temperatures().replaced())
                .hasSize(5);
        assertThat(Golden.checkpoint(Golden.tiny("typed-decisions"))
                        .temperatures()
                        .replaced())
                .isEmpty();
    }

    @Test
    void needsATemperatureForEachType() {
        assertThatIllegalArgumentException().isThrownBy(() -> Temperatures.of(List.of(1.0), Map.of()));
    }
}
