// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.host.gate.Verdicts.Verdict;

/**
 * An engine behind the gate. A checkpoint is loaded in a reduced precision only if it answers the bundled sentences as
 * in float32, else in float32. Used by one caller at a time.
 */
public final class GatedEngine implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(GatedEngine.class.getName());

    private final Engine engine;
    private final PrecisionGate gate;
    private final Verdicts verdicts = new Verdicts();

    /** @param engine closed with this one */
    public GatedEngine(Engine engine, PrecisionGate gate) {
        this.engine = engine;
        this.gate = gate;
    }

    /** An engine behind the gate of a deployment that sets no tolerance. */
    public static GatedEngine of(Engine engine) {
        return new GatedEngine(engine, new PrecisionGate(PrecisionGate.DEFAULT_TOLERANCE));
    }

    /** The engine without the gate. */
    public Engine engine() {
        return engine;
    }

    /**
     * Loads a checkpoint's weights onto a device.
     *
     * @throws EngineException as {@link Engine#load}, except UNSUPPORTED_PRECISION; FAILED too if the engine loads
     *     another precision than it says
     */
    public JudgedModel load(Checkpoint checkpoint, Device device, Precision precision) {
        return switch (precision) {
            case FLOAT32 -> exact(checkpoint.source(), device);
            case BF16, INT8 ->
                reduced(new Candidate(checkpoint.source(), Probe.bundled(checkpoint), device, precision));
        };
    }

    private JudgedModel exact(ModelSource source, Device device) {
        return new JudgedModel(engine.load(source, device, Precision.FLOAT32), Optional.empty());
    }

    private JudgedModel reduced(Candidate candidate) {
        if (candidate.probes().isEmpty()) {
            LOG.log(
                    WARNING,
                    "checkpoint {0} is served in float32: there are no sample texts to judge {1} by",
                    candidate.source().name(),
                    candidate.precision());
            return exact(candidate.source(), candidate.device());
        }
        Verdicts.Case about = verdicts.about(candidate);
        try {
            Optional<Verdict> known = about.known();
            return known.isPresent() ? again(candidate, known.get()) : judge(candidate, about);
        } catch (EngineException e) {
            if (e.kind() != EngineException.Kind.UNSUPPORTED_PRECISION) {
                throw e;
            }
            LOG.log(
                    WARNING,
                    "checkpoint {0} is served in float32 on {1}: {2}",
                    candidate.source().name(),
                    candidate.device(),
                    e.getMessage());
            return exact(candidate.source(), candidate.device());
        }
    }

    /** As after idle unloading: what was judged is only loaded. */
    private JudgedModel again(Candidate candidate, Verdict verdict) {
        LoadedModel model = verdict.accepted().isPresent()
                ? load(verdict.accepted().get(), candidate.precision())
                : engine.load(candidate.source(), candidate.device(), Precision.FLOAT32);
        return new JudgedModel(model, Optional.of(verdict.report()));
    }

    /** The fastest variant that passes. No two models are in memory at the same time. */
    private JudgedModel judge(Candidate candidate, Verdicts.Case about) {
        String name = candidate.source().name();
        Reduction reduction = engine.reduce(candidate.source(), candidate.device(), candidate.precision());
        List<PrecisionReport> refused = new ArrayList<>();
        for (Reduction.Variant variant : reduction.variants()) {
            LoadedModel model = load(variant, candidate.precision());
            PrecisionReport report = judge(candidate, reduction, model);
            if (report.accepted()) {
                LOG.log(INFO, "checkpoint {0} is served in {1}: {2}", name, variant.name(), report);
                about.keep(new Verdict(Optional.of(variant), report));
                return new JudgedModel(model, Optional.of(report));
            }
            LOG.log(
                    INFO,
                    "checkpoint {0}: {1} is refused: {2}; the tolerance is {3}",
                    name,
                    variant.name(),
                    report,
                    String.valueOf(gate.tolerance()));
            refused.add(report);
        }
        LOG.log(WARNING, "checkpoint {0} is served in float32: {1} is refused", name, candidate.precision());
        about.keep(new Verdict(Optional.empty(), refused.getLast()));
        return new JudgedModel(
                engine.load(candidate.source(), candidate.device(), Precision.FLOAT32), Optional.of(refused.getLast()));
    }

    /** Compares the answers of a model with the exact ones, and closes it unless it is accepted. */
    private PrecisionReport judge(Candidate candidate, Reduction reduction, LoadedModel model) {
        boolean accepted = false;
        try {
            PrecisionReport report = gate.judge(
                    candidate.probes(),
                    reduction.exact(),
                    model.forward(candidate.source().sampleRows()));
            accepted = report.accepted();
            return report;
        } finally {
            if (!accepted) {
                model.close();
            }
        }
    }

    /** An engine that forgets the precision would be compared with itself, and accepted. */
    private static LoadedModel load(Reduction.Variant variant, Precision asked) {
        LoadedModel model = variant.load();
        if (model.precision() != asked) {
            Precision loaded = model.precision();
            model.close();
            throw new EngineException(
                    EngineException.Kind.FAILED, "the engine offers " + asked + " and has loaded " + loaded);
        }
        return model;
    }

    /** Closes the engine. Idempotent. */
    @Override
    public void close() {
        engine.close();
    }
}
