/**
 * The engine named "pytorch": libtorch, used through DJL's arrays.
 *
 * <p>{@link org.decisionservice.engine.pytorch.PytorchEngine} opens the checkpoint's safetensors file, checks every
 * tensor and creates arrays from them; embedding tables stay in the mapped file. The computation of a pass is in
 * {@code forward}, with one class per part of the model. {@link org.decisionservice.engine.pytorch.RuntimeErrors}
 * interprets libtorch's messages. Neither Python nor an exported model is involved.
 *
 * <p>On CUDA, arrays are created on the device that a model is loaded onto. {@link
 * org.decisionservice.engine.pytorch.Libtorch} finds the devices, {@link org.decisionservice.engine.pytorch.Processors}
 * says which precisions they have, and a pass there takes its operations from a TorchScript module, so that there are
 * few of them.
 */
@NullMarked
package org.decisionservice.engine.pytorch;

import org.jspecify.annotations.NullMarked;
