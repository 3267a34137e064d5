// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import java.util.ArrayDeque;
import java.util.Deque;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;

/** Finds unpaired surrogates, which cannot be given to any tokenizer because they have no UTF-8 form. */
public final class Surrogates {
    public static final String DETAIL =
            "request body contains an unpaired surrogate escape (\\udXXX without its other half);"
                    + " send whole characters";

    private Surrogates() {}

    /** Whether any string or object key of the whole document holds an unpaired surrogate. */
    public static boolean unpairedIn(JsonValue document) {
        Deque<JsonValue> open = new ArrayDeque<>();
        open.push(document);
        while (!open.isEmpty()) {
            switch (open.pop()) {
                case JsonString text -> {
                    if (unpairedIn(text.value())) {
                        return true;
                    }
                }
                case JsonArray array -> array.elements().forEach(open::push);
                case JsonObject object -> {
                    for (var member : object.members().entrySet()) {
                        if (unpairedIn(member.getKey())) {
                            return true;
                        }
                        open.push(member.getValue());
                    }
                }
                case JsonInteger _, JsonDouble _, JsonBoolean _, JsonNull _ -> {}
            }
        }
        return false;
    }

    public static boolean unpairedIn(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean paired = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!paired) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
