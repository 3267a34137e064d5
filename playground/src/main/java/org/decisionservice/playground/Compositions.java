// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.playground;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Replaces the schemas of the description that are composed with {@code allOf} by plain objects. The files share
 * members that way, but client generators lose what such a member says: some make a required number of an optional
 * nullable one, and then send a 0 that nobody set.
 */
final class Compositions {
    private static final String COMPOSITION = "allOf";
    private static final String REFERENCE = "#/components/schemas/";

    private Compositions() {}

    /** Flattens every composed schema, and removes the named schemas that only were parts of those. */
    static void flatten(Map<String, Object> schemas) {
        List<String> parts = new ArrayList<>();
        schemas.replaceAll((name, schema) ->
                object(schema).get(COMPOSITION) instanceof List<?> composed ? flat(composed, schemas, parts) : schema);
        schemas.keySet().removeAll(parts);
    }

    private static Map<String, Object> flat(List<?> composed, Map<String, Object> schemas, List<String> parts) {
        Map<String, Object> flat = new LinkedHashMap<>();
        for (Object part : composed) {
            Object source = part;
            if (object(part).get("$ref") instanceof String reference) {
                String name = reference.substring(REFERENCE.length());
                parts.add(name);
                source = Objects.requireNonNull(schemas.get(name), name);
            }
            object(source).forEach((keyword, value) -> flat.merge(keyword, value, Compositions::joined));
        }
        return flat;
    }

    /** Joins what two parts say under one keyword: members, or names of required ones. */
    private static Object joined(Object first, Object second) {
        if (first instanceof Map<?, ?> && second instanceof Map<?, ?>) {
            Map<String, Object> both = new LinkedHashMap<>(object(first));
            both.putAll(object(second));
            return both;
        }
        if (first instanceof List<?> names && second instanceof List<?> more) {
            List<Object> both = new ArrayList<>(names);
            both.addAll(more);
            return both;
        }
        return second;
    }

    @SuppressWarnings("unchecked") // keys of a JSON object are strings
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }
}
