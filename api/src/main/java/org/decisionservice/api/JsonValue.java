// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** A JSON document as the client wrote it, independent of any JSON library. Order and integers of any size are kept. */
public sealed interface JsonValue {

    /** Members in the order of their first appearance; a repeated name keeps its last value. */
    record JsonObject(SequencedMap<String, JsonValue> members) implements JsonValue {
        public JsonObject {
            members = members.size() <= FewMembers.MOST
                    ? new FewMembers(members)
                    : Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members));
        }
    }

    record JsonArray(List<JsonValue> elements) implements JsonValue {
        public JsonArray {
            elements = List.copyOf(elements);
        }
    }

    record JsonString(String value) implements JsonValue {}

    /** An integer as canonical decimal digits ({@code -0} is {@code 0}), so that any size is exact. */
    record JsonInteger(String digits) implements JsonValue {}

    /** A number written with a fraction or an exponent; infinite if it is beyond the range of a double. */
    record JsonDouble(double value) implements JsonValue {}

    record JsonBoolean(boolean value) implements JsonValue {}

    record JsonNull() implements JsonValue {}
}
