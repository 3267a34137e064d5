// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValueTest {

    /** Few members are kept in another way than many. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, FewMembers.MOST, FewMembers.MOST + 1, 100})
    void membersKeepTheirOrderAndCannotBeChanged(int count) {
        SequencedMap<String, JsonValue> given = new LinkedHashMap<>();
        for (int i = count; i > 0; i--) {
            given.put("name " + i, new JsonInteger(Integer.toString(i)));
        }
        SequencedMap<String, JsonValue> expected = new LinkedHashMap<>(given);
        JsonObject object = new JsonObject(given);
        given.put("later", new JsonInteger("0"));

        assertThat(object.members()).containsExactlyEntriesOf(expected).isEqualTo(expected);
        assertThat(object.members().reversed()).containsExactlyEntriesOf(expected.reversed());
        assertThat(object.members().keySet()).containsExactlyElementsOf(expected.keySet());
        assertThat(object.members().values()).containsExactlyElementsOf(expected.values());
        expected.forEach((name, value) -> assertThat(object.members().get(name)).isEqualTo(value));
        assertThat(object.members().containsKey("later")).isFalse();
        assertThat(object.members().get("later")).isNull();
        assertThat(object).isEqualTo(new JsonObject(expected)).hasSameHashCodeAs(new JsonObject(expected));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> object.members().put("later", new JsonInteger("0")));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> object.members().putFirst("later", new JsonInteger("0")));
        for (Map.Entry<String, JsonValue> member : object.members().sequencedEntrySet()) {
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(() -> member.setValue(new JsonInteger("0")));
        }
    }
}
