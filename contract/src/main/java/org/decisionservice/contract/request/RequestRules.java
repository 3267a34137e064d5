// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

/**
 * Rules for requests that differ between contracts.
 *
 * @param choiceOptions the maximum number of options of one choice
 * @param emptyQuestions whether a request may have no questions
 * @param criteriaAlone whether a noul may leave out its instructions if it has criteria
 */
public record RequestRules(int choiceOptions, boolean emptyQuestions, boolean criteriaAlone) {
    /** The maximum number of options of a choice where any choice may be answered from several rows. */
    public static final int MOST_CHOICE_OPTIONS = 255;

    /** The rules of the interface document. */
    public static final RequestRules DOCUMENT = new RequestRules(100, true, false);

    /** The rules of the upstream contract. */
    public static final RequestRules CONTRACT = new RequestRules(MOST_CHOICE_OPTIONS, false, true);

    /** These rules with another limit on the options of a choice. */
    public RequestRules withChoiceOptions(int most) {
        return new RequestRules(most, emptyQuestions, criteriaAlone);
    }
}
