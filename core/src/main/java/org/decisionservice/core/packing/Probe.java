// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import org.decisionservice.engine.spi.Row;

/**
 * A row whose answers are compared between precisions.
 *
 * @param temperature what the checkpoint divides this row's option logits by, above 0
 */
public record Probe(Row row, double temperature) {
    public Probe {
        if (!(temperature > 0)) {
            throw new IllegalArgumentException("a temperature is above 0, not " + temperature);
        }
    }
}
