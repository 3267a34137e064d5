// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import org.decisionservice.api.Window;
import org.decisionservice.engine.spi.Logits;

/**
 * What the model said to one question about a state.
 *
 * @param rows the rows of the question
 * @param windows where each of them reads in the state, if it is read in windows; otherwise empty
 */
public record Reading(Logits rows, List<Window> windows) {
    public Reading {
        windows = List.copyOf(windows);
    }
}
