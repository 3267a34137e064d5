/**
 * The forward pass, written with DJL's arrays.
 *
 * <p>{@link org.decisionservice.engine.pytorch.forward.DecisionModel} is the way in: it loads a checkpoint into an
 * {@link org.decisionservice.engine.pytorch.forward.Encoder} and a {@link
 * org.decisionservice.engine.pytorch.forward.DecisionHead}, and runs a {@link
 * org.decisionservice.engine.pytorch.forward.PackedRows} through both. Activations are [tokens, hidden], the tokens of all
 * rows behind each other, so no linear layer ever computes on padding; only {@link
 * org.decisionservice.engine.pytorch.forward.Attention} tells rows apart. Weights come from {@link
 * org.decisionservice.engine.pytorch.forward.Parameters}, which owns whatever outlives a pass.
 *
 * <p>Every array is native memory that no collector sees. A pass runs in scopes: {@link
 * org.decisionservice.engine.pytorch.forward.Scopes#only} closes all arrays that a computation has made except its
 * result, and the end of the pass closes the rest, errors included. Operations whose names end in {@code i} change the
 * array they are called on; here they are used on arrays that the same method has made, or is documented to change.
 */
@NullMarked
package org.decisionservice.engine.pytorch.forward;

import org.jspecify.annotations.NullMarked;
