// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;

/** The fields that the three question types read in the same way. */
record QuestionFields(String id) {
    private static final Set<String> READ = Set.of("type", "instructions", "criteria", "labels", "option_order");

    RefusedException refuse(String detail) {
        return new RefusedException(
                Refusal.Kind.INVALID, List.of("questions", id), "question " + Quote.of(id) + ": " + detail);
    }

    /** Refuses a question without {@code member}, and asks whether another member of the question is meant to be it. */
    RefusedException lacks(String member, Map<String, JsonValue> members, String detail) {
        List<String> unread =
                members.keySet().stream().filter(name -> !READ.contains(name)).toList();
        return refuse(detail + Slip.hint(member, unread));
    }

    /**
     * Refuses {@code labels}, which renames the two sides of a noul; in the other types the criteria are the labels.
     */
    void refuseLabels(Map<String, JsonValue> members) {
        if (members.containsKey("labels")) {
            throw refuse("'labels' is for noul questions only; put the labels into 'criteria'");
        }
    }

    /** Reads a description; null and the empty string mean that there is none. */
    static Optional<String> description(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> Optional.empty();
            case JsonString text when text.value().isEmpty() -> Optional.empty();
            case JsonValue given -> Optional.of(JsonText.asText(given));
        };
    }

    /** Reads {@code option_order}, a permutation of the indexes of {@code options} options. */
    Optional<List<Integer>> optionOrder(Map<String, JsonValue> members, int options) {
        if (!members.containsKey("option_order")) {
            return Optional.empty();
        }
        if (members.get("option_order") instanceof JsonArray array
                && array.elements().size() == options) {
            boolean[] used = new boolean[options];
            List<Integer> order = new ArrayList<>(options);
            for (JsonValue element : array.elements()) {
                int option = index(element, options);
                if (option < 0 || used[option]) {
                    throw notAPermutation(options);
                }
                used[option] = true;
                order.add(option);
            }
            return Optional.of(order);
        }
        throw notAPermutation(options);
    }

    /** Returns the index, or −1 if the element is not one. */
    private static int index(JsonValue element, int options) {
        // Four digits cover every number of options, and parse without overflow.
        if (element instanceof JsonInteger number && number.digits().length() <= 4) {
            int index = Integer.parseInt(number.digits());
            return index < options ? index : -1;
        }
        return -1;
    }

    private RefusedException notAPermutation(int options) {
        return refuse(String.format(
                Locale.ROOT,
                "'option_order' must hold each option index from 0 to %d once, or be left out",
                options - 1));
    }
}
