// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;

/**
 * The tokens that the options of a question take, and those that there are for them.
 *
 * @param tokens of each option with its marker, by option, before any is shortened
 * @param most tokens that a row can hold before its options are shortened
 * @param room tokens that options can have in a row that also keeps its instructions, of which at most half the head
 *     counts; at most {@code most}
 */
public record OptionSizes(List<Integer> tokens, int most, int room) {
    public OptionSizes {
        tokens = List.copyOf(tokens);
    }

    /** Tokens of {@code options} together. */
    public int of(List<Integer> options) {
        return options.stream().mapToInt(tokens::get).sum();
    }

    /** Whether one row shows every option unshortened. */
    public boolean fit() {
        return tokens.stream().mapToInt(Integer::intValue).sum() <= most;
    }
}
