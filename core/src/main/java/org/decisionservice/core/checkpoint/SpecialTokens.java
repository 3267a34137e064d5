// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Optional;

/**
 * The ids of the special tokens that a row is built with.
 *
 * @param maskText the mask token as text, which is removed from client text before it is tokenized; empty if the
 *     tokenizer reads it as any other text
 */
public record SpecialTokens(int cls, int sep, int mask, int pad, Optional<String> maskText) {}
