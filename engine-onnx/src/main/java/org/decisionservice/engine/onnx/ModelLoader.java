// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.decisionservice.engine.spi.EngineException.Kind.UNSUPPORTED_PRECISION;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.NativeHeap;
import org.decisionservice.engine.kit.PassModel;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.SessionOpener.Weighing;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.weights.Activations;
import org.decisionservice.engine.onnx.weights.ByteRange;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.onnx.weights.Conversions;
import org.decisionservice.engine.onnx.weights.QuantizedFile;
import org.decisionservice.engine.onnx.weights.QuantizedLayout;
import org.decisionservice.engine.onnx.weights.QuantizedTensors;
import org.decisionservice.engine.onnx.weights.WeightsInMemory;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.spi.TensorInfo;

/** Builds the graph of a checkpoint and opens a session on it. */
final class ModelLoader {
    /** In what the runtime says of a graph with an operator that it has not. */
    private static final String NOT_IMPLEMENTED = "ORT_NOT_IMPLEMENTED";

    private final ai.djl.engine.Engine runtime;
    private final SessionOpener sessions;

    ModelLoader(ai.djl.engine.Engine runtime, OptionalInt threads) {
        this.runtime = runtime;
        this.sessions = new SessionOpener(threads);
    }

    /** Loads the model in float32. */
    LoadedModel float32(ModelSource source, Device device) {
        return float32(source, device, Precision.FLOAT32);
    }

    /** The same, or with products whose factors the device rounds. */
    LoadedModel float32(ModelSource source, Device device, Precision precision) {
        // The runtime maps the file itself; this mapping is used to locate tensors and to read small ones.
        try (Weights weights = Weights.open(source.weights())) {
            return open(
                    float32(source, weights, device.kind()),
                    weights.root(),
                    Weighing.PACKED,
                    Optional.empty(),
                    source,
                    precision,
                    device);
        }
    }

    /**
     * Loads the model with linear layers and attention in 16 bits.
     *
     * @param rounds as {@link DecisionGraph#sixteenBits}
     * @throws EngineException UNSUPPORTED_PRECISION too, if the runtime has no operators for it on this device
     */
    LoadedModel sixteenBits(ModelSource source, Device device, Precision precision, boolean rounds) {
        Conversions conversions = new Conversions();
        try (Weights weights = Weights.open(source.weights())) {
            DecisionGraph graph = DecisionGraph.sixteenBits(
                    source.config(),
                    ModelTensors.find(source.config(), weights),
                    weights,
                    precision == Precision.FP16 ? DataType.F16 : DataType.BF16,
                    conversions,
                    rounds,
                    device.kind());
            conversions.fill(weights);
            LoadedModel model =
                    open(graph, weights.root(), Weighing.PACKED, Optional.of(conversions), source, precision, device);
            if (device.kind() != Device.Kind.CPU) {
                // They are in the device's memory now.
                conversions.trim();
            }
            return model;
        } catch (EngineException e) {
            conversions.close();
            throw isNotImplemented(e)
                    ? new EngineException(
                            UNSUPPORTED_PRECISION, "ONNX Runtime has no " + precision + " on " + device + " here", e)
                    : e;
        } catch (OrtException | RuntimeException e) {
            conversions.close();
            throw RuntimeErrors.translate("converting " + source.weights().name(), e);
        } finally {
            NativeHeap.trim();
        }
    }

    private static boolean isNotImplemented(EngineException e) {
        return String.valueOf(e.getMessage()).contains(NOT_IMPLEMENTED);
    }

    private static DecisionGraph float32(ModelSource source, Weights weights, Device.Kind device) {
        return DecisionGraph.of(source.config(), ModelTensors.find(source.config(), weights), weights, device);
    }

    /** Prepares the model in float32 in an empty folder, and loads it from there. */
    LoadedModel float32In(PreparedFolder folder, ModelSource source) {
        try (Weights weights = Weights.open(source.weights())) {
            long floats = Float.BYTES * elements(weights);
            QuantizedFile.requireRoom("a prepared checkpoint", 2 * floats, folder.room());
            folder.write(float32(source, weights, Device.Kind.CPU), weights.root(), sessions);
        } catch (OrtException | IOException e) {
            throw RuntimeErrors.translate("preparing " + source.weights().name(), e);
        }
        return prepared(source, Precision.FLOAT32, folder);
    }

    /** Loads the model from what was prepared, in this process or another. */
    LoadedModel prepared(ModelSource source, Precision precision, PreparedFolder folder) {
        try {
            Path real = folder.path().toRealPath();
            return open(folder.graph(), real, Weighing.PREPARED, Optional.empty(), source, precision, Device.CPU);
        } catch (IOException e) {
            throw new EngineException(EngineException.Kind.BAD_MODEL, "prepared files cannot be read: " + e, e);
        }
    }

    private static long elements(Weights weights) {
        return weights.tensors().stream()
                .filter(tensor -> tensor.type().isWeight())
                .mapToLong(TensorInfo::elements)
                .sum();
    }

    /** Answers rows once in float32, without loading the whole model. */
    ExactPass exact(ModelSource source, RowBatch rows) {
        try (Weights weights = Weights.open(source.weights())) {
            ExactPass pass = new ExactPass(
                    rows,
                    PassPlanner.of(source.config(), Device.CPU, Precision.FLOAT32),
                    window(source.config()),
                    source.config().optionLayout());
            pass.run(source.config(), weights, sessions);
            return pass;
        } catch (OrtException e) {
            throw RuntimeErrors.translate("answering in float32", e);
        } finally {
            NativeHeap.trim();
        }
    }

    /**
     * Loads the model with linear layers in 8 bits, whose weights are in memory twice meanwhile.
     *
     * @param means of what every linear layer reads
     */
    LoadedModel int8(ModelSource source, ByteRange range, ChannelMeans means, Activations activations) {
        try (Weights weights = Weights.open(source.weights())) {
            QuantizedLayout layout = new QuantizedLayout(range);
            // The runtime wants a location in a file of what it is then given in memory.
            Path any = source.weights().files().getFirst().toAbsolutePath();
            DecisionGraph graph = quantized(source, weights, layout, any, means, activations);
            QuantizedTensors tensors = new QuantizedTensors(layout, weights, means);
            LoadedModel model = open(
                    graph, weights.root(), Weighing.PACKED, Optional.of(tensors), source, Precision.INT8, Device.CPU);
            tensors.trim();
            return model;
        } catch (OrtException e) {
            throw RuntimeErrors.translate("quantising " + source.weights().name(), e);
        } finally {
            NativeHeap.trim();
        }
    }

    /** Prepares the model in 8 bits in an empty folder, and loads it from there; {@code means} as in {@link #int8}. */
    LoadedModel int8In(
            PreparedFolder folder, ModelSource source, ByteRange range, ChannelMeans means, Activations activations) {
        try (Weights weights = Weights.open(source.weights());
                QuantizedFile quantized = QuantizedFile.in(folder.path())) {
            QuantizedLayout layout = new QuantizedLayout(range);
            DecisionGraph graph = quantized(source, weights, layout, quantized.path(), means, activations);
            quantized.fill(layout, weights, means);
            long floats = Float.BYTES * Math.max(0, elements(weights) - layout.size());
            QuantizedFile.requireRoom("a prepared checkpoint", 2 * layout.size() + floats, folder.room());
            folder.write(graph, weights.root(), sessions);
        } catch (OrtException | IOException e) {
            throw RuntimeErrors.translate("preparing " + source.weights().name(), e);
        }
        return prepared(source, Precision.INT8, folder);
    }

    /** Writes the graph and fills {@code layout}, by which the weights are to be quantised into {@code target}. */
    private static DecisionGraph quantized(
            ModelSource source,
            Weights weights,
            QuantizedLayout layout,
            Path target,
            ChannelMeans means,
            Activations activations) {
        return DecisionGraph.quantized(
                source.config(),
                ModelTensors.find(source.config(), weights),
                weights,
                activations,
                layout,
                means,
                target);
    }

    /**
     * How large bytes may be here. Probed at each judgement rather than in the constructor, because the process's first
     * session must be opened by the thread that computes.
     */
    ByteRange range(ModelSource source) {
        try {
            Path any = source.weights().files().getFirst().toAbsolutePath();
            return new SaturationProbe(sessions).range(any.getRoot());
        } catch (OrtException e) {
            throw RuntimeErrors.translate("multiplying bytes", e);
        }
    }

    /**
     * @param folder that the locations of the graph's weights are relative to
     * @param inMemory weights that are used instead of those at their locations; closed with the model, or if this
     *     fails
     */
    private LoadedModel open(
            DecisionGraph graph,
            Path folder,
            Weighing weighing,
            Optional<WeightsInMemory> inMemory,
            ModelSource source,
            Precision precision,
            Device device) {
        // Inputs and outputs stay in ordinary memory; the session copies them to and from its device.
        Model model = runtime.newModel("decision", ai.djl.Device.cpu());
        try {
            sessions.open(model, graph.model(), folder, weighing, inMemory, device, precision);
            return new PassModel(
                    new OnnxSession(
                            model,
                            device,
                            inMemory,
                            graph.inputs(),
                            window(source.config()),
                            source.config().optionLayout()),
                    device,
                    precision,
                    PassPlanner.of(source.config(), device, precision, CudaLibraries.free(device)),
                    RuntimeErrors::translate);
        } catch (OrtException | MalformedModelException | IOException | RuntimeException e) {
            model.close();
            inMemory.ifPresent(WeightsInMemory::close);
            throw RuntimeErrors.translate("loading " + source.weights().name(), e);
        }
    }

    private static int window(ModelConfig config) {
        return switch (config.encoder()) {
            case EncoderConfig.ModernBert modern -> modern.window();
            case EncoderConfig.Bert _ -> 0;
        };
    }
}
