// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

/**
 * How a model computes.
 *
 * @param batched whether attention is computed for all rows of a pass at once, and embeddings are on the device: for a
 *     device with many more processors than a row keeps busy. A CPU computes row by row, in memory that stays in its
 *     cache
 * @param products the type of the linear layers, and of attention if it is batched
 */
public record Arithmetic(boolean batched, NumberType products) {
    public static final Arithmetic CPU = new Arithmetic(false, NumberType.FLOAT32);
}
