// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

/**
 * How requests become passes.
 *
 * @param tokenBudget maximum number of tokens that one pass may collate
 * @param splitsChoices whether a choice with more options than fit into a row is answered from several rows instead of
 *     being refused
 */
public record Packing(int tokenBudget, boolean splitsChoices) {}
