// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.decisionservice.judging.metrics.Judged;

/**
 * Names that tell questions apart. Two wordings of one question often have the same id or the same instructions; then
 * the first thing in which they differ is added, such as the description of an option.
 */
final class Titles {
    private static final int LONGEST = 90;

    private Titles() {}

    /** The title of each question, by its wording; {@code rows} hold one row of each. */
    static Map<String, String> of(List<Judged> rows) {
        SequencedMap<String, List<Judged>> byName = new LinkedHashMap<>();
        rows.forEach(row -> byName.computeIfAbsent(flat(row.question()), _ -> new ArrayList<>())
                .add(row));
        Map<String, String> titles = new HashMap<>();
        byName.forEach((name, same) -> {
            for (int i = 0; i < same.size(); i++) {
                titles.put(same.get(i).wording(), same.size() == 1 ? name : name + " (" + apart(same, i) + ")");
            }
        });
        return titles;
    }

    /** What only {@code same.get(index)} has of questions of the same name. */
    private static String apart(List<Judged> same, int index) {
        String number = "wording " + (index + 1) + " of " + same.size();
        for (Function<Judged, List<String>> part : List.<Function<Judged, List<String>>>of(
                row -> List.of(row.context().instructions()),
                row -> List.of(row.type().wireName()),
                row -> row.context().optionTexts())) {
            List<String> texts = part.apply(same.get(index));
            List<String> own = texts.stream()
                    .filter(text -> !text.isBlank())
                    .filter(text ->
                            same.stream().anyMatch(other -> !part.apply(other).contains(text)))
                    .toList();
            if (!own.isEmpty()) {
                return number + ": " + cut(own, same, part, index);
            }
        }
        return number;
    }

    /** Shows the texts from a little before the place where they begin to differ from others. */
    private static String cut(List<String> own, List<Judged> same, Function<Judged, List<String>> part, int index) {
        String text = flat(String.join(" | ", own));
        int shared = text.length();
        for (int other = 0; other < same.size(); other++) {
            if (other != index) {
                LinkedHashSet<String> theirs = new LinkedHashSet<>(part.apply(same.get(other)));
                String joined = flat(String.join(" | ", theirs));
                shared = Math.min(shared, prefix(text, joined));
            }
        }
        int from = text.length() <= LONGEST || shared < LONGEST / 2 ? 0 : shared - LONGEST / 4;
        String shown = text.substring(from);
        int points = shown.codePointCount(0, shown.length());
        return (from > 0 ? "…" : "")
                + (points <= LONGEST ? shown : shown.substring(0, shown.offsetByCodePoints(0, LONGEST)) + "…");
    }

    private static int prefix(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length()) && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length > 0 && Character.isHighSurrogate(one.charAt(length - 1)) ? length - 1 : length;
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
