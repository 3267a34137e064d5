// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.junit.jupiter.api.Test;

class JsonScalarsTest {
    private static final String EVERY_ESCAPE = "\"quoted\" \\ back \b\f\n\r\t \u0000\u001f \\u0041 ü 漢 😀, [1]: {";

    private static JsonObject object(Object... namesAndValues) {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], (JsonValue) namesAndValues[i + 1]);
        }
        return new JsonObject(members);
    }

    /** Each scalar with the number of containers around it. */
    private static List<String> read(JsonValue value) {
        List<String> scalars = new ArrayList<>();
        for (JsonScalars each = new JsonScalars(JsonText.render(value)); each.next(); ) {
            String shown = each.isString() ? "'" + each.string() + "'" : each.isNull() ? "null" : "number";
            scalars.add(each.depth() + " " + shown);
        }
        return scalars;
    }

    @Test
    void namesAreNotRead() {
        JsonValue value = object(
                "name: ",
                new JsonString(EVERY_ESCAPE),
                EVERY_ESCAPE,
                new JsonArray(List.of(
                        new JsonString(""), new JsonNull(), new JsonBoolean(true), object("", new JsonString("x")))),
                "n",
                new JsonInteger("-12"),
                "d",
                new JsonDouble(1e22));
        assertThat(read(value))
                .containsExactly(
                        "1 '" + EVERY_ESCAPE + "'", "2 ''", "2 null", "2 number", "3 'x'", "1 number", "1 number");
    }

    @Test
    void aDocumentMayBeOneScalarOrHaveNone() {
        assertThat(read(new JsonInteger("7"))).containsExactly("0 number");
        assertThat(read(new JsonNull())).containsExactly("0 null");
        assertThat(read(new JsonBoolean(false))).containsExactly("0 number");
        assertThat(read(new JsonArray(List.of(new JsonArray(List.of()), object()))))
                .isEmpty();
    }

    @Test
    void depthCountsWhateverIsOpen() {
        JsonValue nested = new JsonString("in");
        for (int i = 0; i < 300; i++) {
            nested = i % 2 == 0 ? new JsonArray(List.of(nested)) : object("k", nested);
        }
        assertThat(read(new JsonArray(List.of(nested, new JsonString("out"))))).containsExactly("301 'in'", "1 'out'");
    }
}
