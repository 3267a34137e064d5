// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.List;
import org.decisionservice.engine.spi.Logits;

/**
 * Consecutive rows.
 *
 * @param first index of the first row
 * @param count number of rows
 */
public record RowRange(int first, int count) {

    /** A view of the logits of these rows; {@code logits} holds those of all rows that {@link #first} is counted in. */
    public Logits of(Logits logits) {
        return logits.slice(first, count);
    }

    /** The elements of these rows; a view, {@code all} has one for every row that {@link #first} counts. */
    public <T> List<T> of(List<T> all) {
        return all.subList(first, first + count);
    }
}
