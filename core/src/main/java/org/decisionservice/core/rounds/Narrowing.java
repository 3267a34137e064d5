// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Question;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;

/** Which choices are answered by elimination, and how. */
public sealed interface Narrowing permits ByCount, ByTokens {

    /** The values that {@link #parse} takes, for a message. */
    String TAKES = "auto, a whole number from " + ByCount.LEAST + " to " + ByCount.MOST + ", or 0 for off";

    /**
     * Reads the setting; empty if {@code text} is not a value of it, and empty within if choices are not narrowed down.
     */
    static Optional<Optional<Narrowing>> parse(String text) {
        if (text.toLowerCase(Locale.ROOT).equals("auto")) {
            return Optional.of(Optional.of(new ByTokens()));
        }
        if (!text.matches("[0-9]{1,3}")) {
            return Optional.empty();
        }
        int group = Integer.parseInt(text);
        if (group == 0) {
            return Optional.of(Optional.empty());
        }
        return group < ByCount.LEAST || group > ByCount.MOST
                ? Optional.empty()
                : Optional.of(Optional.of(new ByCount(group)));
    }

    /** Most groups that a round has of the options of {@code choice}. */
    int mostGroups(Question.Choice choice);

    /** The choices of a request that are answered by elimination, by question id. */
    Map<String, UnansweredQuestion> begin(SequencedMap<String, Question> questions, RowPacker packer);
}
