/**
 * Makes 8-bit weights from those in the checkpoint's file.
 *
 * <p>The graph asks a {@link org.decisionservice.engine.onnx.quantize.QuantizedLayout} for the place of every matrix
 * that it multiplies by. When the graph is written, {@link org.decisionservice.engine.onnx.quantize.QuantizedFile}
 * fills these places in a separate file, from which the runtime reads the weights and which is deleted once the session
 * is open. A {@link org.decisionservice.engine.onnx.quantize.WeightRange} says how large the bytes may be on this
 * processor.
 */
@NullMarked
package org.decisionservice.engine.onnx.quantize;

import org.jspecify.annotations.NullMarked;
