/**
 * The forward pass, written with DJL's arrays.
 *
 * <p>{@link org.decisionservice.engine.pytorch.forward.DecisionModel} is the entry point: it loads a checkpoint into an
 * {@link org.decisionservice.engine.pytorch.forward.Encoder} and a {@link
 * org.decisionservice.engine.pytorch.forward.DecisionHead}, and runs a
 * {@link org.decisionservice.engine.pytorch.forward.PackedRows} through both. Activations are [tokens, hidden], with
 * the tokens of all rows one after the other, so no linear layer ever computes on padding; only
 * {@link org.decisionservice.engine.pytorch.forward.Attention} distinguishes rows, and a
 * {@link org.decisionservice.engine.pytorch.forward.Sight} tells it what the encoder's tokens see of theirs. On a GPU
 * {@link org.decisionservice.engine.pytorch.forward.BatchedAttention} takes its place, which computes all rows at once;
 * {@link org.decisionservice.engine.pytorch.forward.Arithmetic} says which of the two a model is loaded for. Weights
 * come from {@link org.decisionservice.engine.pytorch.forward.Parameters}, which owns everything that outlives a pass.
 *
 * <p>Every array is native memory that the garbage collector does not manage. A pass runs in scopes: {@link
 * org.decisionservice.engine.pytorch.forward.Scopes#only} closes all arrays that a computation created except its
 * result, and the end of the pass closes the rest, also after an error. Operations whose names end in {@code i} change
 * the array they are called on; they are used only on arrays that the same method created or is documented to change.
 */
@NullMarked
package org.decisionservice.engine.pytorch.forward;

import org.jspecify.annotations.NullMarked;
