// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import org.decisionservice.api.Question;

/**
 * A question as it is put to the model: what the client asked, a group of its options, or its options in another order.
 *
 * @param id the client's name for its question; several of a round may have the same
 * @param repeats whether the same options are shown before, in another order
 * @param whole whether it is all that is asked for this answer, so that it may read a long state in windows
 */
public record Asked(String id, Question question, boolean repeats, boolean whole) {
    /** The question as the client asked it. */
    public static Asked whole(String id, Question question) {
        return new Asked(id, question, false, true);
    }

    /** One of several that are asked for an answer. */
    public static Asked part(String id, Question question, boolean repeats) {
        return new Asked(id, question, repeats, false);
    }
}
