/**
 * The engine named "onnx": ONNX Runtime, used through DJL.
 *
 * <p>{@link org.decisionservice.engine.onnx.ModelLoader} loads a checkpoint in three steps. It reads the safetensors
 * header and checks every tensor; it writes the forward pass as an ONNX graph in memory, leaving the weights in the
 * checkpoint's file ({@code graph}); and it opens a session on the graph with
 * {@link org.decisionservice.engine.onnx.SessionOpener}. {@link org.decisionservice.engine.onnx.OnnxSession} then
 * computes one pass at a time ({@code pass}). In 8 bits ({@code quantize}) a first pass over the samples says around
 * which means to quantise, {@link org.decisionservice.engine.onnx.ExactPass}; whether the answers are good enough is
 * decided by the host. {@link org.decisionservice.engine.onnx.RuntimeErrors} interprets the runtime's messages.
 *
 * <p>{@link org.decisionservice.engine.onnx.CudaSupport} finds out whether sessions can compute on CUDA devices. To
 * support another kind of device, do the same for it; the graph and the passes need no change.
 */
@NullMarked
package org.decisionservice.engine.onnx;

import org.jspecify.annotations.NullMarked;
