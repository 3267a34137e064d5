// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the options of a question among those of the same question in another order. */
public final class OptionPlaces {
    private OptionPlaces() {}

    /**
     * Where each of {@code options} stands in {@code asked}, which may have others, too: [options]. Empty if one is
     * missing.
     */
    public static Optional<int[]> within(List<String> options, List<String> asked) {
        List<String> left = new ArrayList<>(asked);
        int[] found = new int[options.size()];
        for (int option = 0; option < found.length; option++) {
            found[option] = left.indexOf(options.get(option));
            if (found[option] < 0) {
                return Optional.empty();
            }
            left.set(found[option], "");
        }
        return Optional.of(found);
    }

    /**
     * Where each of {@code options} stands in {@code asked}: [options]. Equal texts keep their order.
     *
     * @throws IllegalArgumentException if these are not the same texts
     */
    public static int[] of(List<String> options, List<String> asked) {
        Map<String, Deque<Integer>> places = new HashMap<>();
        for (int place = 0; place < asked.size(); place++) {
            places.computeIfAbsent(asked.get(place), _ -> new ArrayDeque<>()).add(place);
        }
        int[] found = new int[options.size()];
        for (int option = 0; option < found.length; option++) {
            Deque<Integer> left = places.get(options.get(option));
            @Nullable Integer place = left == null ? null : left.poll();
            if (place == null || options.size() != asked.size()) {
                throw new IllegalArgumentException("asked about other options than were learned");
            }
            found[option] = place;
        }
        return found;
    }
}
