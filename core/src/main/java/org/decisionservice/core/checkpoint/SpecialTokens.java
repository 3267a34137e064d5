// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.List;

/**
 * The ids of the special tokens that a row is built with.
 *
 * @param hidden texts of tokens that a client's text may not hold, none of which can overlap another: the mask token at
 *     least, because a client's would count as the marker of an option. Empty if the tokenizer treats them as any text
 */
public record SpecialTokens(int cls, int sep, int mask, int pad, List<String> hidden) {
    public SpecialTokens {
        hidden = List.copyOf(hidden);
    }

    /** A client's text with a space in place of every hidden one. */
    public String without(String text) {
        String shown = text;
        for (String each : hidden) {
            shown = shown.replace(each, " ");
        }
        return shown;
    }
}
