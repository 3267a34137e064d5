/**
 * Writes the forward pass as an ONNX model: protocol buffer bytes whose weights are places in the checkpoint's own
 * safetensors file.
 *
 * <p>{@link org.decisionservice.engine.onnx.graph.DecisionGraph} is the way in: it lays the encoder ({@link
 * org.decisionservice.engine.onnx.graph.ModernBertGraph} or {@link org.decisionservice.engine.onnx.graph.BertGraph})
 * and the {@link org.decisionservice.engine.onnx.graph.HeadGraph} one behind the other. They say what is computed in
 * terms of {@link org.decisionservice.engine.onnx.graph.Layers} and {@link
 * org.decisionservice.engine.onnx.graph.AttentionGraph}, which know the operators; {@link
 * org.decisionservice.engine.onnx.graph.GraphBuilder} gives values their names and {@link
 * org.decisionservice.engine.onnx.graph.Proto} writes the bytes. Activations are [tokens, hidden], the tokens of all
 * rows behind each other: no linear layer ever computes on padding.
 *
 * <p>How a linear layer is computed is up to its {@link org.decisionservice.engine.onnx.graph.Linears}: in float32 on
 * the file's weights, or in 8 bits on weights that {@code quantize} makes.
 *
 * <p>To add an encoder family, write its graph beside the two and name it in {@code DecisionGraph}'s switch.
 */
@NullMarked
package org.decisionservice.engine.onnx.graph;

import org.jspecify.annotations.NullMarked;
