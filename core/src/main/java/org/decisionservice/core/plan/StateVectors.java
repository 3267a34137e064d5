// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

/** The use of the encoder's vectors of a state. */
enum StateVectors {
    /** Nobody asks the engine for them, so they cost nothing. */
    UNUSED,
    /** A question was learned, and its answer needs them. */
    DECODED,
    /** They come back with the answers, for whoever learns. */
    RETURNED
}
