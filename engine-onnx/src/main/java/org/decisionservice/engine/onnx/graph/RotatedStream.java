// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.ModelTensors.Norm;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.onnx.weights.Rotation;

/**
 * Hidden states that are rotated once, where they enter, so that no layer has to rotate what it reads. What a norm
 * multiplies its channels by becomes part of the weights that read it, because it would not be the same after a
 * rotation; and in the place of its bias, a norm subtracts the mean of what it gives.
 */
final class RotatedStream implements ResidualStream {
    private final GraphBuilder graph;
    private final QuantizedLinears linears;
    private final Weights weights;
    private final ChannelMeans means;
    private final int hidden;
    private final int block;
    private final Value ones;

    RotatedStream(GraphBuilder graph, QuantizedLinears linears, Weights weights, ChannelMeans means, int hidden) {
        this.graph = graph;
        this.linears = linears;
        this.weights = weights;
        this.means = means;
        this.hidden = hidden;
        this.block = Rotation.blockBetweenNorms(hidden);
        float[] gain = new float[hidden];
        Arrays.fill(gain, 1);
        this.ones = graph.floats(gain);
    }

    @Override
    public Value enter(Value hidden) {
        return linears.rotated(hidden, this.hidden, block);
    }

    /** The rotation is its own inverse. */
    @Override
    public Value leave(Value stream) {
        return linears.rotated(stream, hidden, block);
    }

    @Override
    public Value read(Value stream, Optional<Norm> norm, double epsilon, Linear reader) {
        float[] mean = means.of(reader.weight().name());
        norm.ifPresent(present -> divide(mean, present));
        Rotation.rotate(mean, 0, hidden, 1, block);
        Value read = norm.map(_ -> normed(stream, mean, epsilon))
                .orElseGet(() -> graph.op("Sub", List.of(stream, graph.floats(mean))));
        norm.ifPresentOrElse(
                present -> linears.normed(read, block, present.weight()), () -> linears.centred(read, block));
        return read;
    }

    private Value normed(Value stream, float[] mean, double epsilon) {
        float[] bias = new float[hidden];
        for (int channel = 0; channel < hidden; channel++) {
            bias[channel] = -mean[channel];
        }
        return graph.op(
                "LayerNormalization",
                List.of(stream, ones, graph.floats(bias)),
                new Attribute.Whole("axis", -1),
                new Attribute.Real("epsilon", (float) epsilon));
    }

    /** The mean of what the norm gives before its weight and bias. A channel that is multiplied by 0 has none. */
    private void divide(float[] mean, Norm norm) {
        float[] gain = weights.toFloats(norm.weight());
        norm.bias().map(weights::toFloats).ifPresent(bias -> {
            for (int channel = 0; channel < hidden; channel++) {
                mean[channel] -= bias[channel];
            }
        });
        for (int channel = 0; channel < hidden; channel++) {
            mean[channel] = gain[channel] == 0 ? 0 : mean[channel] / gain[channel];
        }
    }

    @Override
    public Value attended(Value averages, Attention attention, int headSize) {
        return linears.attended(averages, attention, headSize, block);
    }

    @Override
    public Value activated(Value activated, Linear linear) {
        return linears.activated(activated, linear, block);
    }
}
