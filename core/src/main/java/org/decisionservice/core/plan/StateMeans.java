// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

/** What becomes of the encoder's means over the tokens of a state. */
enum StateMeans {
    /** Nobody asks the engine for them, so they cost nothing. */
    UNUSED,
    /** A question was learned, and its answer needs them. */
    DECODED,
    /** They come back with the answers, for whoever learns. */
    RETURNED
}
