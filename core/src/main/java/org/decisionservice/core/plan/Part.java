// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

/**
 * A sentence, a word or a value of a state's text. Offsets are those of {@link String}.
 *
 * @param start of the first character
 * @param end behind the last one
 * @param next behind the white space that follows, which leaves the text with it
 * @param instead what the text has in its place once it is left out
 */
record Part(int start, int end, int next, String instead) {
    /** Whether nothing is kept between this and the part that follows, or in place of them. */
    boolean joins(Part following) {
        return next == following.start && instead.isEmpty() && following.instead.isEmpty();
    }

    /** Both as one. */
    Part and(Part following) {
        return new Part(start, following.end, following.next, "");
    }
}
