// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import org.decisionservice.api.Question;

/**
 * A question as a row shows it to the model: the client's own question, the same with some of its options only, or with
 * its options in another order.
 *
 * @param id the client's name for its question; several row questions of a round may share it
 * @param repeats whether an earlier row question of the same id has the same options, in another order
 * @param whole whether this is all that is asked for the answer, so that a long state may be read in windows, and
 *     others be asked in the same row
 */
public record RowQuestion(String id, Question question, boolean repeats, boolean whole) {
    /** The question as the client asked it. */
    public static RowQuestion whole(String id, Question question) {
        return new RowQuestion(id, question, false, true);
    }

    /** One of several that are asked for an answer. */
    public static RowQuestion part(String id, Question question, boolean repeats) {
        return new RowQuestion(id, question, repeats, false);
    }
}
