// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;

/**
 * The options of an answer that cannot be excluded. The right option is among them at least as often as the level says.
 *
 * @param level share of answers whose set holds the right option, in [0.5, 0.99]
 * @param options indices in criteria order, ascending, at least one; without a gap for a score
 */
public record OptionSet(double level, List<Integer> options) {
    public OptionSet {
        options = List.copyOf(options);
    }
}
