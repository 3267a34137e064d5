// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import org.decisionservice.api.Usage;
import org.decisionservice.engine.spi.Row;

/**
 * One state behind every question.
 *
 * @param rows in question order, the parts of a question one after the other
 * @param usage what the rows take and what did not get into them
 */
public record PackedState(List<Row> rows, Usage usage) {
    public PackedState {
        rows = List.copyOf(rows);
    }
}
