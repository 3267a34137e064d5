// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.decisionservice.api.JsonValue;
import org.decisionservice.core.golden.GoldenJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionTextsTest {
    /** Expected values are those of CPython's {@code str} and of names in {@code json.dumps}. */
    @ParameterizedTest
    @CsvSource({
        "false, False, false",
        "true, True, true",
        "1e16, 1e+16, 1e+16",
        "3.0, 3.0, 3.0",
        "-0.5, -0.5, -0.5",
        "12, 12, 12",
        "1e400, inf, Infinity",
        "-1e400, -inf, -Infinity",
        "NaN, nan, NaN",
        "'\"x y\"', x y, x y"
    })
    void spellsALabelForTheModelAndForTheAnswer(String json, String forModel, String forKey) {
        JsonValue label = GoldenJson.read(json);
        assertThat(OptionTexts.label(label)).isEqualTo(forModel);
        assertThat(OptionTexts.key(label)).isEqualTo(forKey);
    }

    @Test
    void takesNothingThatIsNoScalar() {
        assertThatIllegalArgumentException().isThrownBy(() -> OptionTexts.label(new JsonValue.JsonNull()));
        assertThatIllegalArgumentException().isThrownBy(() -> OptionTexts.key(GoldenJson.read("[1]")));
    }
}
