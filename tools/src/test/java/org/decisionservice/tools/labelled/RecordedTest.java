// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a line is found by; whole logs are read in the server's tests. */
class RecordedTest {
    private static SequencedMap<String, JsonValue> line(JsonValue index) {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        members.put("request_id", new JsonString("a b"));
        members.put("state_index", index);
        members.put("id", new JsonString("q"));
        return members;
    }

    @Test
    void aLineIsFoundByRequestStateAndQuestion() {
        assertThat(Recorded.key(line(new JsonInteger("12")))).isEqualTo("a b 12 q");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "", "-1", "1.5", "99999999999", "\u0663"})
    void aPlaceThatIsNoneIsRefusedByItsName(String index) {
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> Recorded.key(line(new JsonString(index))))
                .withMessageContaining("'state_index'");
    }
}
