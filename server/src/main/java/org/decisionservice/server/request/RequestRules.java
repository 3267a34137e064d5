// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.request;

/**
 * Rules for requests that differ between contracts.
 *
 * @param choiceOptions the maximum number of options of one choice
 * @param emptyQuestions whether a request may have no questions
 * @param criteriaAlone whether a noul may leave out its instructions if it has criteria
 */
public record RequestRules(int choiceOptions, boolean emptyQuestions, boolean criteriaAlone) {
    /** The rules of the interface document. */
    public static final RequestRules DOCUMENT = new RequestRules(100, true, false);

    /** The rules of the upstream contract. */
    public static final RequestRules CONTRACT = new RequestRules(255, false, true);
}
