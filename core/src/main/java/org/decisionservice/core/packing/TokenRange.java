// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

/**
 * Consecutive tokens of a state.
 *
 * @param first index of the first token
 * @param count tokens, at least 1
 */
record TokenRange(int first, int count) {
    /** Index of the last token. */
    int last() {
        return first + count - 1;
    }
}
