// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;

/**
 * The form in which a model was taught to read questions about a state.
 *
 * @param asksTogether whether a row asks all questions of a request, each whole, before the state; else a row asks one
 * @param namesType whether the question's type stands before its instructions
 * @param wording the form of its options
 * @param beforeOption what stands between an option's marker and its text
 * @param longestOption most tokens of an option
 * @param trueFirst whether a noul shows its true side first, where the client sets no order
 * @param stateForm the form of a structured state
 * @param listsKeepTheirEnd whether a state that is a list, such as a conversation, keeps its end if it has to be cut
 */
public record Prompt(
        boolean asksTogether,
        boolean namesType,
        OptionWording wording,
        String beforeOption,
        int longestOption,
        boolean trueFirst,
        StateForm stateForm,
        boolean listsKeepTheirEnd) {
    /** The form of a state that is no text. */
    public enum StateForm {
        /** Its JSON text. */
        JSON,

        /** {@code name: value | name: value} of an object, and the JSON text without spaces of anything else. */
        MEMBERS
    }

    private static final List<Integer> TRUE_FIRST = List.of(1, 0);

    /** The text of the question itself. */
    public String instructions(Question question) {
        return namesType
                ? question.type().wireName() + " question: " + question.instructions()
                : question.instructions();
    }

    /** The text of the state. */
    public String state(State state) {
        return stateForm == StateForm.MEMBERS && state instanceof State.Json(String json)
                ? MemberText.of(json)
                : state.text();
    }

    /** Whether {@code state} keeps its end if it has to be cut. */
    public boolean keepsEnd(State state) {
        return listsKeepTheirEnd && state instanceof State.Json(String text) && text.startsWith("[");
    }

    /** The question with its options in the order that the model reads them in. */
    public Question ordered(Question question) {
        return trueFirst
                        && question instanceof Question.Noul noul
                        && noul.optionOrder().isEmpty()
                ? new Question.Noul(noul.instructions(), noul.whenFalse(), noul.whenTrue(), Optional.of(TRUE_FIRST))
                : question;
    }
}
