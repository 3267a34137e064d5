// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.request;

/**
 * What a request may hold, where contracts differ.
 *
 * @param choiceOptions the most options that one choice may have
 * @param emptyQuestions whether no question at all is a request
 * @param criteriaAlone whether a noul may leave its instructions to its criteria
 */
public record RequestRules(int choiceOptions, boolean emptyQuestions, boolean criteriaAlone) {
    /** The interface document's. */
    public static final RequestRules DOCUMENT = new RequestRules(100, true, false);

    /** The upstream contract's. */
    public static final RequestRules CONTRACT = new RequestRules(255, false, true);
}
