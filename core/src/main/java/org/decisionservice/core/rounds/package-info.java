/**
 * Ways to the answer of a question: from one row, from several rows of one pass, or in several rounds.
 *
 * <p>An {@link org.decisionservice.core.rounds.Approach} begins a {@link
 * org.decisionservice.core.rounds.QuestionProgress} for every question: an {@code UnansweredQuestion} while rows must
 * be computed, and an {@code AnsweredQuestion} when their logits are there. A {@link
 * org.decisionservice.core.rounds.Round} packs what the unanswered questions about a state ask, and gives each the
 * logits of its rows. Rows of a round share passes, over all questions and states; this package does not know who
 * computes them.
 *
 * <p>{@code OneRow} asks a question as it is, {@code Rotations} asks a choice in several orders of its options, and
 * {@code EliminationRounds} narrows many options down, in groups that a {@link
 * org.decisionservice.core.rounds.Narrowing} forms. To answer questions in another way, implement
 * {@code UnansweredQuestion} and begin it in the approach.
 */
@NullMarked
package org.decisionservice.core.rounds;

import org.jspecify.annotations.NullMarked;
