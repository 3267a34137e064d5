// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.decisionservice.engine.spi.EngineException.Kind.FAILED;
import static org.decisionservice.engine.spi.EngineException.Kind.UNSUPPORTED_PRECISION;

import ai.onnxruntime.OrtEnvironment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.engine.kit.Fingerprint;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.weights.Activations;
import org.decisionservice.engine.onnx.weights.ByteRange;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;

/** Loads checkpoints in float32, on the CPU in 8 bits, and on a GPU in 16 bits or with products in TensorFloat-32. */
final class OnnxEngine implements Engine {
    private final ModelLoader loader;
    private final boolean rounds;
    private boolean closed;

    OnnxEngine(ai.djl.engine.Engine runtime, EngineOptions options) {
        this(runtime, options, false);
    }

    /** @param rounds whether models in 16 bits are loaded on the CPU too, where they are slow */
    OnnxEngine(ai.djl.engine.Engine runtime, EngineOptions options, boolean rounds) {
        this.loader = new ModelLoader(runtime, options.threads());
        this.rounds = rounds;
    }

    @Override
    public Set<OptionLayout> optionLayouts() {
        return EnumSet.allOf(OptionLayout.class);
    }

    @Override
    public boolean stateVectors() {
        return true;
    }

    @Override
    public boolean concurrent() {
        return true;
    }

    @Override
    public LoadedModel load(ModelSource source, Device device, Precision precision) {
        require(device);
        require(device, precision);
        return switch (precision) {
            case FLOAT32, TF32 -> loader.float32(source, device, precision);
            case FP16, BF16 -> loader.sixteenBits(source, device, precision, device.kind() == Device.Kind.CPU);
            case INT8 -> reduce(source, device, precision).variants().getFirst().load();
        };
    }

    /**
     * In int8, what float32 answers also says around which means to quantise, so one pass over the samples serves both.
     * Whoever keeps a variant keeps the means and the range of bytes with it.
     */
    @Override
    public Reduction reduce(ModelSource source, Device device, Precision precision) {
        require(device);
        require(device, precision);
        if (precision != Precision.INT8) {
            return Engine.super.reduce(source, device, precision);
        }
        ByteRange range = loader.range(source);
        ExactPass exact = loader.exact(source, source.sampleRows());
        ChannelMeans means = exact.means();
        return new Reduction(
                exact.logits(),
                Arrays.stream(Activations.values())
                        .filter(activations -> DecisionGraph.has(activations, source.config()))
                        .map(activations -> new Reduction.Variant(
                                precision + " with " + activations,
                                () -> int8(source, range, means, activations),
                                Optional.of(folder -> int8(source, range, means, activations, folder))))
                        .toList());
    }

    private LoadedModel int8(ModelSource source, ByteRange range, ChannelMeans means, Activations activations) {
        require(Device.CPU);
        return loader.int8(source, range, means, activations);
    }

    private LoadedModel int8(
            ModelSource source, ByteRange range, ChannelMeans means, Activations activations, Path folder) {
        require(Device.CPU);
        return loader.int8In(new PreparedFolder(folder), source, range, means, activations);
    }

    /** On an accelerator, weights are in its memory in any case. */
    @Override
    public Reduction.Variant float32(ModelSource source, Device device) {
        return device.kind() != Device.Kind.CPU
                ? Engine.super.float32(source, device)
                : new Reduction.Variant(
                        Precision.FLOAT32.toString(),
                        () -> load(source, device, Precision.FLOAT32),
                        Optional.of(folder -> {
                            require(device);
                            return loader.float32In(new PreparedFolder(folder), source);
                        }));
    }

    @Override
    public LoadedModel loadPrepared(ModelSource source, Device device, Precision precision, Path folder) {
        require(device);
        require(device, precision);
        return loader.prepared(source, precision, new PreparedFolder(folder));
    }

    @Override
    public Optional<String> fingerprint() {
        return Optional.of(Fingerprint.of(
                OnnxEngine.class,
                "ONNX Runtime " + OrtEnvironment.getEnvironment().getVersion()
                        + RuntimeStart.cuda().capabilities()));
    }

    private void require(Device device) {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
        Availability.Available here = RuntimeStart.cuda().availability();
        if (!here.devices().contains(device)) {
            throw new EngineException(
                    FAILED,
                    "ONNX Runtime computes on " + here.devices() + " here, not on " + device
                            + here.withoutCuda().map(reason -> ": " + reason).orElse(""));
        }
    }

    private void require(Device device, Precision precision) {
        boolean sixteenBits = precision == Precision.FP16 || precision == Precision.BF16;
        if (!OnnxEngineProvider.precisionsOf(device).contains(precision) && !(rounds && sixteenBits)) {
            throw new EngineException(
                    UNSUPPORTED_PRECISION,
                    switch (precision) {
                        case INT8 -> "int8 is for the CPU";
                        case BF16 -> "ONNX Runtime has no attention in bf16; the engine pytorch has";
                        case TF32, FP16, FLOAT32 ->
                            device.kind() == Device.Kind.CPU
                                    ? precision + " is for a GPU"
                                    : precision + " needs a GPU of compute capability 8.0 or later";
                    });
        }
    }

    /** The runtime itself stays loaded for the life of the process. */
    @Override
    public void close() {
        closed = true;
    }
}
