/**
 * Makes 8-bit weights from those in the checkpoint's file.
 *
 * <p>{@link org.decisionservice.engine.onnx.quantize.ChannelMeans} and {@link
 * org.decisionservice.engine.onnx.quantize.Rotation} say what weights and activations go through before they become
 * bytes, and {@link org.decisionservice.engine.onnx.quantize.Activations} how many bytes the latter become.
 *
 * <p>The graph asks a {@link org.decisionservice.engine.onnx.quantize.QuantizedLayout} for the place of every matrix
 * that it multiplies by. When the graph is written, {@link org.decisionservice.engine.onnx.quantize.QuantizedFile}
 * fills these places in a separate file, where a folder is there for it, and
 * {@link org.decisionservice.engine.onnx.quantize.QuantizedTensors} in memory, where none is. A {@link
 * org.decisionservice.engine.onnx.quantize.ByteRange} says how large the bytes may be on this processor.
 */
@NullMarked
package org.decisionservice.engine.onnx.quantize;

import org.jspecify.annotations.NullMarked;
