// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

/**
 * Sizes that rows are cut to, in tokens.
 *
 * @param maxLen longest row
 * @param headMaxLen what instructions and options share
 */
record Windows(int maxLen, int headMaxLen) {}
