/**
 * The engine named "pytorch": libtorch, used through DJL's arrays.
 *
 * <p>{@link org.decisionservice.engine.pytorch.PytorchEngine} opens the checkpoint's safetensors file, checks every
 * tensor and creates arrays from them; embedding tables stay in the mapped file. The computation of a pass is in
 * {@code forward}, with one class per part of the model. {@link org.decisionservice.engine.pytorch.RuntimeErrors}
 * interprets libtorch's messages. Neither Python nor an exported model is involved.
 *
 * <p>CUDA needs no extra code: if the machine has a libtorch built for it, DJL reports it, and arrays are created on
 * the device that a model is loaded onto.
 */
@NullMarked
package org.decisionservice.engine.pytorch;

import org.jspecify.annotations.NullMarked;
