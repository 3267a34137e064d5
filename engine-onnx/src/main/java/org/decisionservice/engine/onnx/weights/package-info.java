/**
 * Makes weights of 8 and 16 bits from those in the checkpoint's file, once, as the graph is written: no pass converts
 * any, and a device holds none twice.
 *
 * <p>{@link org.decisionservice.engine.onnx.weights.ChannelMeans} and {@link
 * org.decisionservice.engine.onnx.weights.Rotation} say what weights and activations go through before they become
 * bytes, and {@link org.decisionservice.engine.onnx.weights.Activations} how many bytes the latter become.
 *
 * <p>The graph asks a {@link org.decisionservice.engine.onnx.weights.QuantizedLayout} for the place of every matrix
 * that it multiplies by. When the graph is written, {@link org.decisionservice.engine.onnx.weights.QuantizedFile}
 * fills these places in a separate file, where a folder is there for it, and
 * {@link org.decisionservice.engine.onnx.weights.QuantizedTensors} in memory, where none is. A {@link
 * org.decisionservice.engine.onnx.weights.ByteRange} says how large the bytes may be on this processor.
 *
 * <p>{@link org.decisionservice.engine.onnx.weights.Conversions} are the weights that a graph needs in 16 bits and the
 * file has in another type.
 */
@NullMarked
package org.decisionservice.engine.onnx.weights;

import org.jspecify.annotations.NullMarked;
