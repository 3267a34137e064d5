/**
 * Weights of 8 bits, made from those in the checkpoint's file, and the judgement whether they do.
 *
 * <p>The graph asks a {@link org.decisionservice.engine.onnx.quantize.QuantizedLayout} for the place of every matrix it
 * multiplies with; when it is written, {@link org.decisionservice.engine.onnx.quantize.QuantizedFile} fills those
 * places in a file of their own, which the runtime reads its weights from and which goes when the model does. How large
 * the bytes may be on this processor is a {@link org.decisionservice.engine.onnx.quantize.WeightRange}. {@link
 * org.decisionservice.engine.onnx.quantize.PrecisionGate} compares the answers of both precisions to the same rows.
 */
@NullMarked
package org.decisionservice.engine.onnx.quantize;

import org.jspecify.annotations.NullMarked;
