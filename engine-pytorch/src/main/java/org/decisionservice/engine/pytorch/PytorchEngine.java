// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.decisionservice.engine.spi.EngineException.Kind.FAILED;
import static org.decisionservice.engine.spi.EngineException.Kind.UNSUPPORTED_PRECISION;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.decisionservice.engine.kit.Fingerprint;
import org.decisionservice.engine.kit.PassModel;
import org.decisionservice.engine.pytorch.forward.Arithmetic;
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

/** Creates models from checkpoints, in the precisions that their device has. */
final class PytorchEngine implements Engine {
    private final Libtorch libtorch;
    private final EngineOptions options;
    private final Ways ways;
    private boolean closed;

    /** How models compute. Tests have the CPU compute as a GPU does. */
    interface Ways {
        /** Why a device has no such precision; empty if it has. */
        Optional<String> lacks(Device device, Precision precision);

        Arithmetic arithmetic(Device device, Precision precision);
    }

    PytorchEngine(Libtorch libtorch, EngineOptions options, Ways ways) {
        this.libtorch = libtorch;
        this.options = options;
        this.ways = ways;
    }

    /** The arrays of a checkpoint on one device. */
    private record Session(DecisionModel model, Libtorch libtorch, Device device, Precision precision)
            implements PassModel.Session {
        @Override
        public Logits compute(List<Row> rows, boolean stateVectors) {
            return pass(() -> model.forward(rows, stateVectors, () -> {}));
        }

        @Override
        public Logits compute(List<Row> rows, boolean stateVectors, Interruption interruption) {
            return pass(
                    () -> model.forward(rows, stateVectors, () -> LoadedModel.goOnUnless(interruption::isRequested)));
        }

        private Logits pass(Supplier<Logits> pass) {
            return switch (device.kind()) {
                case CPU -> pass.get();
                case CUDA ->
                    libtorch.tf32()
                            .map(tf32 -> tf32.during(precision == Precision.TF32, pass))
                            .orElseGet(pass);
            };
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
            DecisionModel model =
                    DecisionModel.load(source, libtorch.newManager(device), ways.arithmetic(device, precision));
            // Weights may have been wider on their way.
            libtorch.releaseCache(device);
            long free = libtorch.free(device).orElse(Long.MAX_VALUE);
            return new PassModel(
                    new Session(model, libtorch, device, precision),
                    device,
                    precision,
                    PassPlanner.of(source.config(), device, precision, free),
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

    /** It leaves no files: weights are mapped, or rounded while they are read, which takes no longer. */
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
        ways.lacks(device, precision).ifPresent(reason -> {
            throw new EngineException(UNSUPPORTED_PRECISION, reason);
        });
    }

    /** The library itself stays loaded for the life of the process. */
    @Override
    public void close() {
        closed = true;
    }
}
