// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.decisionservice.engine.spi.EngineException.Kind.FAILED;
import static org.decisionservice.engine.spi.EngineException.Kind.UNSUPPORTED_PRECISION;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.engine.kit.Fingerprint;
import org.decisionservice.engine.kit.PassModel;
import org.decisionservice.engine.pytorch.forward.DecisionModel;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.Interruption;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.engine.spi.Row;

/** Creates models from checkpoints, in float32 or, on processors that multiply it, in bfloat16. */
final class PytorchEngine implements Engine {
    private final Libtorch libtorch;
    private final EngineOptions options;
    private final boolean multipliesBfloat16;
    private boolean closed;

    /** @param multipliesBfloat16 whether the processor does; if not, there is only float32 */
    PytorchEngine(Libtorch libtorch, EngineOptions options, boolean multipliesBfloat16) {
        this.libtorch = libtorch;
        this.options = options;
        this.multipliesBfloat16 = multipliesBfloat16;
    }

    /** The arrays of a checkpoint on one device. */
    private record Session(DecisionModel model, Libtorch libtorch, Device device) implements PassModel.Session {
        @Override
        public Logits compute(List<Row> rows, boolean stateVectors) {
            return model.forward(rows, stateVectors, () -> {});
        }

        @Override
        public Logits compute(List<Row> rows, boolean stateVectors, Interruption interruption) {
            return model.forward(rows, stateVectors, () -> LoadedModel.goOnUnless(interruption::isRequested));
        }

        @Override
        public void close() {
            model.close();
            libtorch.releaseCache(device);
        }
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
        require(device, precision);
        libtorch.useThreads(options.threads());
        try {
            DecisionModel model = DecisionModel.load(source, libtorch.newManager(device), precision == Precision.BF16);
            return new PassModel(
                    new Session(model, libtorch, device),
                    device,
                    precision,
                    PassPlanner.of(source.config(), device, precision),
                    RuntimeErrors::translate);
        } catch (EngineException e) {
            throw e;
        } catch (RuntimeException e) {
            throw RuntimeErrors.translate("loading " + source.weights().name(), e);
        }
    }

    /** Refuses before float32 has answered the samples, which takes a while. */
    @Override
    public Reduction reduce(ModelSource source, Device device, Precision precision) {
        require(device, precision);
        return Engine.super.reduce(source, device, precision);
    }

    /** It leaves no files: weights are mapped, or rounded to bfloat16 while they are read, which takes no longer. */
    @Override
    public Optional<String> fingerprint() {
        return Optional.of(Fingerprint.of(PytorchEngine.class, "PyTorch " + libtorch.version()));
    }

    private void require(Device device, Precision precision) {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
        if (!libtorch.availability().devices().contains(device)) {
            throw new EngineException(
                    FAILED, "libtorch computes on " + libtorch.availability().devices() + " here, not on " + device);
        }
        switch (precision) {
            case FLOAT32 -> {}
            case BF16 -> {
                if (device.kind() != Device.Kind.CPU || !multipliesBfloat16) {
                    throw new EngineException(
                            UNSUPPORTED_PRECISION, "bf16 needs a processor with avx512_bf16 or amx_bf16");
                }
            }
            case TF32, FP16, INT8 ->
                throw new EngineException(UNSUPPORTED_PRECISION, "libtorch has no " + precision + " here");
        }
    }

    /** The library itself stays loaded for the life of the process. */
    @Override
    public void close() {
        closed = true;
    }
}
