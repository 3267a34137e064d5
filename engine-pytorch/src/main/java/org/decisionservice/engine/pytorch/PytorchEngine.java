// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.util.EnumSet;
import java.util.Set;
import org.decisionservice.engine.pytorch.forward.DecisionModel;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.JudgedModel;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.PrecisionGate;
import org.decisionservice.engine.spi.PrecisionReport;
import org.decisionservice.engine.spi.Verdicts;

/** Creates models from checkpoints, in the requested precision if its answers match those of float32. */
final class PytorchEngine implements Engine {
    private static final System.Logger LOG = System.getLogger(PytorchEngine.class.getName());

    private final Libtorch libtorch;
    private final EngineOptions options;
    private final PrecisionGate gate;
    private final boolean multipliesBfloat16;
    private final Verdicts<PrecisionReport> verdicts = new Verdicts<>();
    private boolean closed;

    /** @param multipliesBfloat16 whether the processor does; if not, only float32 is served */
    PytorchEngine(Libtorch libtorch, EngineOptions options, boolean multipliesBfloat16) {
        this.libtorch = libtorch;
        this.options = options;
        this.gate = new PrecisionGate(options.tolerance());
        this.multipliesBfloat16 = multipliesBfloat16;
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
        if (!libtorch.devices().contains(device)) {
            throw new EngineException(
                    EngineException.Kind.FAILED,
                    "libtorch computes on " + libtorch.devices() + " here, not on " + device);
        }
        libtorch.useThreads(options.threads());
        return switch (options.precision()) {
            case FLOAT32 -> load(source, device, Precision.FLOAT32);
            case BF16 -> judged(source, device);
            case INT8 -> throw new EngineException(EngineException.Kind.FAILED, "libtorch has no int8 here");
        };
    }

    /** The model in bfloat16, if it answers the probes as float32 does; only one of the two is loaded at a time. */
    private LoadedModel judged(ModelSource source, Device device) {
        if (device.kind() != Device.Kind.CPU || !multipliesBfloat16) {
            LOG.log(WARNING, "bf16 needs a processor with avx512_bf16 or amx_bf16: float32 serves");
            return load(source, device, Precision.FLOAT32);
        }
        if (source.probes().isEmpty()) {
            LOG.log(WARNING, "bf16 needs rows to be judged by and there are none: float32 serves");
            return load(source, device, Precision.FLOAT32);
        }
        Verdicts<PrecisionReport>.Case about = verdicts.about(source);
        return about.known()
                .map(report -> new JudgedModel(load(source, device, served(report)), report))
                .orElseGet(() -> judge(source, device, about));
    }

    private JudgedModel judge(ModelSource source, Device device, Verdicts<PrecisionReport>.Case about) {
        Logits exact;
        try (LoadedModel once = load(source, device, Precision.FLOAT32)) {
            exact = once.forward(source.probeRows());
        }
        LoadedModel reduced = load(source, device, Precision.BF16);
        PrecisionReport report = gate.judge(source, exact, reduced);
        about.keep(report);
        if (report.accepted()) {
            LOG.log(INFO, "bf16 serves {0}: {1}", source.name(), report);
            return new JudgedModel(reduced, report);
        }
        LOG.log(
                WARNING,
                "bf16 is refused for {0}, float32 serves: {1}; the tolerance is {2}",
                source.name(),
                report,
                String.valueOf(gate.tolerance()));
        return new JudgedModel(load(source, device, Precision.FLOAT32), report);
    }

    private static Precision served(PrecisionReport report) {
        return report.accepted() ? Precision.BF16 : Precision.FLOAT32;
    }

    private LoadedModel load(ModelSource source, Device device, Precision precision) {
        try {
            DecisionModel model = DecisionModel.load(source, libtorch.newManager(device), precision == Precision.BF16);
            return new PytorchModel(model, libtorch, device, precision, PassPlanner.of(source.config(), device));
        } catch (EngineException e) {
            throw e;
        } catch (RuntimeException e) {
            throw RuntimeErrors.translate("loading " + source.weights().getFileName(), e);
        }
    }

    /** The library itself stays loaded for the life of the process. */
    @Override
    public void close() {
        closed = true;
    }
}
