// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import org.decisionservice.core.packing.Windowing;

/**
 * How requests become passes.
 *
 * @param tokenBudget maximum number of tokens that one pass may collate
 * @param splitsChoices whether a choice with more options than fit into a row is answered from several rows instead of
 *     being refused
 * @param windowing what becomes of states that are too long for a row
 */
public record Packing(int tokenBudget, boolean splitsChoices, Windowing windowing) {
    /** Reads no state in windows unless the request asks for it. */
    public Packing(int tokenBudget, boolean splitsChoices) {
        this(tokenBudget, splitsChoices, Windowing.DEFAULT);
    }
}
