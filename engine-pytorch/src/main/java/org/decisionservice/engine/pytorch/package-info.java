/**
 * The engine named "pytorch": libtorch, driven through DJL's arrays.
 *
 * <p>{@link org.decisionservice.engine.pytorch.PytorchEngine} opens the checkpoint's safetensors file, has every tensor
 * checked and makes arrays of them: float32 weights stay where they lie in the mapped file. {@link
 * org.decisionservice.engine.pytorch.PytorchModel} then answers batches pass by pass; what a pass computes is written
 * in {@code forward}, one class per part of the model. {@link org.decisionservice.engine.pytorch.RuntimeErrors} knows
 * what libtorch's messages mean. Neither Python nor an exported model is involved.
 *
 * <p>CUDA needs no other code: with a libtorch built for it on the machine, DJL says so, and arrays are made on the
 * device that a model is loaded to.
 */
@NullMarked
package org.decisionservice.engine.pytorch;

import org.jspecify.annotations.NullMarked;
