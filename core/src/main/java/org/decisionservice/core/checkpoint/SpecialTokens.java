// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Optional;

/**
 * The ids of the special tokens that a row is built with.
 *
 * @param maskText the mask token as text; empty if the tokenizer treats this text like any other
 */
public record SpecialTokens(int cls, int sep, int mask, int pad, Optional<String> maskText) {
    /**
     * A client's text with a space in place of every mask token, because a mask token of the client's would count as
     * the marker of an option.
     */
    public String withoutMask(String text) {
        return maskText.map(mask -> text.replace(mask, " ")).orElse(text);
    }
}
