// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Members of a body's root that the reader does not know. They are read without building a tree, which would take
 * thirty times the memory of the body, but must follow the same rules as every other member.
 */
final class PassedOver {
    /** A body may hold a hundred thousand of them. */
    private static final int MOST_NAMES = 20;

    private static final int LONGEST_NAME = 100;

    private final JsonParser parser;
    private final Members members = new Members();
    private final Set<String> names = new LinkedHashSet<>();

    PassedOver(JsonParser parser) {
        this.parser = parser;
    }

    /** Skips the value that begins with {@code token}. */
    void member(String name, JsonToken token) throws IOException {
        members.add(name, unpairedIn(token));
        if (names.size() < MOST_NAMES) {
            names.add(name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME));
        }
    }

    /** Their first names, in the order of the body; long ones are cut. */
    List<String> names() {
        return List.copyOf(names);
    }

    /** Whether the skipped members contain an unpaired surrogate, except in values that a later duplicate replaces. */
    boolean unpaired() {
        return members.unpaired();
    }

    private boolean unpairedIn(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> unpairedInObject();
            case START_ARRAY -> unpairedInArray();
            case VALUE_STRING -> Surrogates.unpairedIn(parser.getText());
            case VALUE_NUMBER_INT -> {
                JsonReader.checkDigits(parser.getText());
                yield false;
            }
            case VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> false;
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("unexpected token " + token);
        };
    }

    private boolean unpairedInObject() throws IOException {
        Members inner = new Members();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            inner.add(name, unpairedIn(JsonReader.next(parser)));
        }
        return inner.unpaired();
    }

    private boolean unpairedInArray() throws IOException {
        boolean unpaired = false;
        for (JsonToken token = JsonReader.next(parser); token != JsonToken.END_ARRAY; token = JsonReader.next(parser)) {
            unpaired |= unpairedIn(token);
        }
        return unpaired;
    }

    /** The members of an object, in which only the last value of every name counts. */
    private static final class Members {
        /** Names whose latest value has an unpaired surrogate; nearly always empty. */
        private Set<String> affected = Set.of();

        private boolean nameAffected;

        void add(String name, boolean unpaired) {
            nameAffected |= Surrogates.unpairedIn(name);
            if (unpaired) {
                if (affected.isEmpty()) {
                    affected = new HashSet<>();
                }
                affected.add(name);
            } else if (!affected.isEmpty()) {
                affected.remove(name);
            }
        }

        boolean unpaired() {
            return nameAffected || !affected.isEmpty();
        }
    }
}
