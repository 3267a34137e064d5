// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

/**
 * The sizes that rows are cut to, in tokens.
 *
 * @param maxLen longest row
 * @param headMaxLen tokens shared by instructions and options
 */
record Windows(int maxLen, int headMaxLen) {}
