/**
 * Writes the forward pass as an ONNX model: protocol buffer bytes whose weights refer to places in the checkpoint's
 * safetensors file.
 *
 * <p>{@link org.decisionservice.engine.onnx.graph.DecisionGraph} is the entry point: it connects the encoder ({@link
 * org.decisionservice.engine.onnx.graph.ModernBertGraph} or {@link org.decisionservice.engine.onnx.graph.BertGraph})
 * and the {@link org.decisionservice.engine.onnx.graph.HeadGraph} in sequence. They describe the computation in terms
 * of {@link org.decisionservice.engine.onnx.graph.Layers} and {@link
 * org.decisionservice.engine.onnx.graph.AttentionGraph}, which know the operators;
 * {@link org.decisionservice.engine.onnx.graph.GraphBuilder} names the values and
 * {@link org.decisionservice.engine.onnx.graph.Proto} writes the bytes. Activations are [tokens, hidden], with the
 * tokens of all rows one after the other, so no linear layer ever computes on padding.
 *
 * <p>{@link org.decisionservice.engine.onnx.graph.Linears} decides how a linear layer is computed: in float32 with the
 * file's weights, in 16 bits with weights made by {@code convert}, or in 8 bits with weights made by {@code quantize}.
 * A {@link org.decisionservice.engine.onnx.graph.PartGraph} is some layers of it in float32, for a load that needs
 * little memory.
 *
 * <p>To add an encoder family, write its graph next to the other two and add it to the switch in {@code DecisionGraph}.
 */
@NullMarked
package org.decisionservice.engine.onnx.graph;

import org.jspecify.annotations.NullMarked;
