// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import org.decisionservice.api.Question;

/**
 * The rows that a question has over every state.
 *
 * @param id the client's name for the question
 * @param rows counted within one state: more than one for a choice that one row cannot hold
 */
public record QuestionRows(String id, Question question, RowRange rows) {}
