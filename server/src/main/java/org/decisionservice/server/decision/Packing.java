// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

/**
 * How requests become passes.
 *
 * @param tokenBudget tokens that one pass may collate
 * @param splitsChoices whether a choice of more options than a row holds is answered from several rows instead of
 * refused
 */
public record Packing(int tokenBudget, boolean splitsChoices) {}
