// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import org.decisionservice.api.Answer;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonInteger;

/** An answer in the words of a label, so that the two can be compared. */
public final class AnswerLabel {
    private AnswerLabel() {}

    /** The label of the chosen option, the index of the likeliest level, or the likelier side. */
    public static JsonValue of(Answer answer) {
        int likeliest = answer.probabilities().argMax();
        return switch (answer) {
            case Answer.Choice choice -> choice.labels().get(choice.chosen());
            case Answer.Score _ -> new JsonInteger(String.valueOf(likeliest));
            case Answer.Noul _ -> new JsonBoolean(likeliest == 1);
        };
    }
}
