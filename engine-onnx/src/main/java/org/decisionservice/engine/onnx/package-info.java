/**
 * The engine named "onnx": ONNX Runtime, driven through DJL.
 *
 * <p>{@link org.decisionservice.engine.onnx.ModelLoader} loads a checkpoint in three steps. The safetensors header is
 * read and every tensor checked; the forward pass is written as an ONNX graph in memory, its weights left where they
 * are in the checkpoint's file ({@code graph}); {@link org.decisionservice.engine.onnx.SessionOpener} opens a session
 * on it. {@link org.decisionservice.engine.onnx.OnnxModel} then answers batches pass by pass ({@code pass}). {@link
 * org.decisionservice.engine.onnx.OnnxEngine} decides on the precision: where 8 bits are asked for ({@code quantize}),
 * they serve if they answer as float32 does. {@link org.decisionservice.engine.onnx.RuntimeErrors} knows what the
 * runtime's messages mean.
 *
 * <p>A further device is a further kind in {@code OnnxEngine} and in {@code OnnxEngineProvider.probe}; graph and passes
 * stay as they are.
 */
@NullMarked
package org.decisionservice.engine.onnx;

import org.jspecify.annotations.NullMarked;
