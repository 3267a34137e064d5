// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.decisionservice.engine.onnx.quantize.Activations;
import org.decisionservice.engine.onnx.quantize.ChannelMeans;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.JudgedModel;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.PrecisionGate;
import org.decisionservice.engine.spi.PrecisionReport;
import org.decisionservice.engine.spi.Verdicts;

/** Loads checkpoints in the requested precision if its answers match those of float32. */
final class OnnxEngine implements Engine {
    private static final System.Logger LOG = System.getLogger(OnnxEngine.class.getName());

    private final Precision precision;
    private final PrecisionGate gate;
    private final ModelLoader loader;
    private final Verdicts<Verdict> verdicts = new Verdicts<>();
    private boolean closed;

    /** How a checkpoint is loaded when it has been judged before. */
    private sealed interface Verdict {
        PrecisionReport report();

        LoadedModel load(ModelLoader loader, ModelSource source);
    }

    private record Int8(Activations activations, ChannelMeans means, PrecisionReport report) implements Verdict {
        @Override
        public LoadedModel load(ModelLoader loader, ModelSource source) {
            return loader.int8(source, means, activations);
        }
    }

    private record Float32(PrecisionReport report) implements Verdict {
        @Override
        public LoadedModel load(ModelLoader loader, ModelSource source) {
            return loader.float32(source);
        }
    }

    OnnxEngine(ai.djl.engine.Engine runtime, EngineOptions options) {
        this.gate = new PrecisionGate(options.tolerance());
        this.precision = options.precision();
        this.loader = new ModelLoader(runtime, options.threads());
    }

    @Override
    public Set<OptionLayout> optionLayouts() {
        return EnumSet.allOf(OptionLayout.class);
    }

    @Override
    public LoadedModel load(ModelSource source, Device device) {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
        requireDevice(device);
        return switch (precision) {
            case FLOAT32 -> loader.float32(source, device);
            case INT8 ->
                switch (device.kind()) {
                    case CPU -> judged(source);
                    case CUDA -> {
                        LOG.log(WARNING, "int8 is for the CPU: float32 serves {0} on {1}", source.name(), device);
                        yield loader.float32(source, device);
                    }
                };
            case BF16 -> throw new EngineException(EngineException.Kind.FAILED, "ONNX Runtime has no bf16 here");
        };
    }

    private static void requireDevice(Device device) {
        Availability.Available here = RuntimeStart.cuda().availability();
        if (!here.devices().contains(device)) {
            throw new EngineException(
                    EngineException.Kind.FAILED,
                    "ONNX Runtime computes on " + here.devices() + " here, not on " + device
                            + here.withoutCuda().map(reason -> ": " + reason).orElse(""));
        }
    }

    /**
     * The fastest quantised model that answers the probes as float32 does. What float32 answers also says around which
     * means to quantise.
     */
    private LoadedModel judged(ModelSource source) {
        if (source.probes().isEmpty()) {
            LOG.log(WARNING, "int8 needs rows to be judged by and there are none: float32 serves");
            return loader.float32(source);
        }
        Verdicts<Verdict>.Case about = verdicts.about(source);
        return about.known()
                .map(verdict -> new JudgedModel(verdict.load(loader, source), verdict.report()))
                .orElseGet(() -> judge(source, about));
    }

    private JudgedModel judge(ModelSource source, Verdicts<Verdict>.Case about) {
        ExactPass exact = loader.exact(source, source.probeRows());
        List<PrecisionReport> refused = new ArrayList<>();
        for (Activations activations : Activations.values()) {
            LoadedModel reduced = loader.int8(source, exact.means(), activations);
            PrecisionReport report = gate.judge(source, exact.logits(), reduced);
            if (report.accepted()) {
                LOG.log(INFO, "int8 with {0} serves {1}: {2}", activations, source.name(), report);
                about.keep(new Int8(activations, exact.means(), report));
                return new JudgedModel(reduced, report);
            }
            LOG.log(
                    INFO,
                    "int8 with {0} is refused for {1}: {2}; the tolerance is {3}",
                    activations,
                    source.name(),
                    report,
                    String.valueOf(gate.tolerance()));
            refused.add(report);
        }
        LOG.log(WARNING, "int8 is refused for {0}, float32 serves", source.name());
        about.keep(new Float32(refused.getLast()));
        return new JudgedModel(loader.float32(source), refused.getLast());
    }

    /** The runtime itself stays loaded for the life of the process. */
    @Override
    public void close() {
        closed = true;
    }
}
