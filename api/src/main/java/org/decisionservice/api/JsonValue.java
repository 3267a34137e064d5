// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** A JSON document as the client wrote it: order kept, integers of any size kept, no library behind it. */
public sealed interface JsonValue {

    /** Members in the order of their first appearance; of a repeated name the last value. */
    record JsonObject(SequencedMap<String, JsonValue> members) implements JsonValue {
        public JsonObject {
            members = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members));
        }
    }

    record JsonArray(List<JsonValue> elements) implements JsonValue {
        public JsonArray {
            elements = List.copyOf(elements);
        }
    }

    record JsonString(String value) implements JsonValue {}

    /** An integer as its canonical decimal digits ({@code -0} is {@code 0}), so that no size is lost. */
    record JsonInteger(String digits) implements JsonValue {}

    /** A number written with a fraction or an exponent; infinite where it is beyond the range of a double. */
    record JsonDouble(double value) implements JsonValue {}

    record JsonBoolean(boolean value) implements JsonValue {}

    record JsonNull() implements JsonValue {}
}
