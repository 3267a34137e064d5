// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.decisionservice.api.Question;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.text.EqualStates;
import org.decisionservice.core.text.Quote;
import org.decisionservice.tools.labelled.GoldReader;
import org.decisionservice.tools.labelled.LabelledRow;

/**
 * Rows that ask the same question about {@link EqualStates equal} states: those with the same label tell nothing new,
 * and of those with different labels one is wrong.
 */
final class Repeats {
    private static final int MOST_NAMED = 10;

    private final Map<String, Given> first = new HashMap<>();
    private final List<String> same = new ArrayList<>();
    private final List<String> contradicting = new ArrayList<>();

    /** A label of a row. */
    private record Given(Path file, int line, String label) {}

    /**
     * Adds the labels of a row; those of a decision log that keeps no states are passed over.
     *
     * @param right the index of the right option, by question id
     */
    void add(LabelledRow row, SequencedMap<String, Question> questions, SequencedMap<String, Integer> right) {
        String state = EqualStates.key(row.state());
        if (!state.isEmpty()) {
            right.forEach((id, option) -> {
                Question question = Objects.requireNonNull(questions.get(id));
                add(
                        Wording.inAnyOrder(question) + state,
                        new Given(
                                row.file(),
                                row.line(),
                                GoldReader.options(question).get(option)));
            });
        }
    }

    private void add(String key, Given given) {
        Given before = first.putIfAbsent(key, given);
        if (before == null) {
            return;
        }
        String places = before.file().equals(given.file())
                ? given.file() + " lines " + before.line() + " and " + given.line()
                : before.file() + " line " + before.line() + " and " + given.file() + " line " + given.line();
        if (before.label().equals(given.label())) {
            same.add(places);
        } else {
            contradicting.add(places + ": " + Quote.of(before.label()) + " and " + Quote.of(given.label()));
        }
    }

    /** Lines that follow the one about a file of labels; empty if no row repeats another. */
    String said() {
        return said(
                        contradicting,
                        "%,d label%s another one of an equal state; correct the wrong one of each:",
                        " contradicts",
                        "s contradict")
                + said(
                        same,
                        "%,d label%s another one of an equal state, so numbers look surer than they are:",
                        " repeats",
                        "s repeat");
    }

    private static String said(List<String> places, String text, String one, String several) {
        if (places.isEmpty()) {
            return "";
        }
        StringBuilder said = new StringBuilder("\n")
                .append(String.format(Locale.ROOT, text, places.size(), places.size() == 1 ? one : several));
        places.stream().limit(MOST_NAMED).forEach(place -> said.append("\n  ").append(place));
        if (places.size() > MOST_NAMED) {
            said.append("\n  … and ").append(places.size() - MOST_NAMED).append(" more");
        }
        return said.toString();
    }
}
