// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import org.decisionservice.core.checkpoint.Tokenizer;

/** Prevents clients from inserting option markers of their own. */
final class MaskText {
    private MaskText() {}

    /** {@code text} with every occurrence of the mask token's text replaced by a space. */
    static String without(String text, Tokenizer tokenizer) {
        return tokenizer
                .specialTokens()
                .maskText()
                .map(mask -> text.replace(mask, " "))
                .orElse(text);
    }
}
