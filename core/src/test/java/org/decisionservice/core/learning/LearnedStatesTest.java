// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.decisionservice.core.text.EqualStates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LearnedStatesTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            'I was charged twice.',   '  i was CHARGED - twice!! ', true
            'Don’t do it',            'dont do it',                 true
            'ＡＢＣ',                  'abc',                        true
            'costs 1.5',              'costs 15',                   false
            'costs 1.5',              'costs 1 5',                  false
            'at -5 degrees',          'at 5 degrees',               false
            'twice charged',          'charged twice',              false
            '🙂',                     '🙁',                         false
            '!!!',                    '...',                        false
            '!!!',                    ' !!! ',                      true
            """)
    void caseBlanksAndPunctuationDoNotCount(String one, String other, boolean equal) {
        assertThat(EqualStates.key(one).equals(EqualStates.key(other))).isEqualTo(equal);
        assertThat(LearnedStates.of("salt", List.of(one)).contains(other)).isEqualTo(equal);
    }

    @Test
    void anotherSaltMakesOtherDigests() {
        List<String> states = List.of("one", "two", "One.");
        LearnedStates first = LearnedStates.of("first", states);
        assertThat(first.sorted())
                .hasSize(2)
                .doesNotContainAnyElementsOf(LearnedStates.of("second", states).sorted());
        assertThat(first.known()).isTrue();
        assertThat(LearnedStates.UNKNOWN.known()).isFalse();
        assertThat(LearnedStates.UNKNOWN.contains("one")).isFalse();
    }
}
