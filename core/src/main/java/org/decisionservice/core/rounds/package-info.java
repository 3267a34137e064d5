// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How a question gets from the client to its answer: in one row, in several rows of one pass, or in several rounds.
 *
 * <p>An {@link org.decisionservice.core.rounds.Approach} begins a {@link org.decisionservice.core.rounds.Course} for
 * every question. A course is {@code Open} while rows must be computed, and {@code Settled} when they say the answer. A
 * {@link org.decisionservice.core.rounds.Round} packs what the open courses of a state ask and takes the logits back to
 * them. Rows of a round share passes, over all questions and states; who runs them does not matter here.
 *
 * <p>{@code OneRow} asks a question as it is, {@code Rotations} in several orders of its options, and {@code Bracket}
 * narrows many options down, in groups that a {@link org.decisionservice.core.rounds.Narrowing} forms. To answer
 * questions in another way, write a course and begin it in the approach.
 */
@NullMarked
package org.decisionservice.core.rounds;

import org.jspecify.annotations.NullMarked;
