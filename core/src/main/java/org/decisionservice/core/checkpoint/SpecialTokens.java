// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

/**
 * The ids of the special tokens that a row is built with.
 *
 * @param maskText the mask token as text, which is removed from client text before it is tokenized
 */
public record SpecialTokens(int cls, int sep, int mask, int pad, String maskText) {}
