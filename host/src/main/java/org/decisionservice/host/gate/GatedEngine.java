// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.host.gate.Verdicts.Verdict;
import org.decisionservice.host.prepared.Identity;
import org.decisionservice.host.prepared.Preparation;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.host.prepared.WeightsDigests;

/**
 * An engine behind the gate. A checkpoint is loaded in a reduced precision only if it answers the bundled sentences as
 * in float32, else in float32. Used by one caller at a time unless the engine is concurrent.
 */
public final class GatedEngine implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(GatedEngine.class.getName());
    private static final double NANOS = 1e9;

    private final Engine engine;
    private final Function<Device, Set<Precision>> offered;
    private final PrecisionGate gate;
    private final WeightsDigests digests;
    private final Optional<PreparedModels> prepared;
    private final FastestPrecision fastest;
    private final Verdicts verdicts = new Verdicts();
    /** The weights about which each of these questions was answered last in this process. */
    private final Map<Question, FileStamp> answered = new ConcurrentHashMap<>();

    /** In which precision a checkpoint serves. */
    private record Question(List<Path> weights, Device device, Optional<Precision> asked) {
        /** Empty if the weights are not there. */
        Optional<FileStamp> now() {
            try {
                return Optional.of(FileStamp.of(weights));
            } catch (IOException _) {
                return Optional.empty();
            }
        }
    }

    /**
     * @param engine closed with this one
     * @param offered the precisions of the engine on a device, float32 among them
     * @param store where verdicts and what the engine prepares are kept for the next start
     */
    public GatedEngine(
            Engine engine,
            Function<Device, Set<Precision>> offered,
            PrecisionGate gate,
            Optional<PreparedStore> store) {
        this.engine = engine;
        this.offered = offered;
        this.gate = gate;
        this.digests = store.map(PreparedStore::digests).orElseGet(WeightsDigests::ofProcess);
        this.prepared = store.flatMap(there -> PreparedModels.of(there, engine, gate));
        this.fastest = new FastestPrecision(this, offered, prepared);
    }

    /** An engine behind the gate of a deployment that sets no tolerance and keeps nothing. */
    public static GatedEngine of(Engine engine) {
        return new GatedEngine(
                engine,
                _ -> Set.of(Precision.FLOAT32),
                new PrecisionGate(PrecisionGate.DEFAULT_TOLERANCE),
                Optional.empty());
    }

    /** The engine without the gate. */
    public Engine engine() {
        return engine;
    }

    /** Whether the engine has a precision on a device. */
    public boolean offers(Precision precision, Device device) {
        return offered.apply(device).contains(precision);
    }

    /** The digests of weights that are known, which loading asks for as well. */
    public WeightsDigests digests() {
        return digests;
    }

    /**
     * Whether a load has to find out first in which precision a checkpoint serves, and another thread can do so while
     * models of this engine compute. On an accelerator it does not: a load takes seconds there, and its memory may have
     * no room for a model more.
     *
     * @param asked as {@link #load(Checkpoint, Device, Optional)}
     */
    public boolean isUngated(Checkpoint checkpoint, Device device, Optional<Precision> asked) {
        Question question = new Question(checkpoint.source().weights().files(), device, asked);
        return engine.concurrent()
                && device.kind() == Device.Kind.CPU
                && !asked.equals(Optional.of(Precision.FLOAT32))
                && question.now()
                        .filter(now -> !now.equals(answered.get(question)))
                        .isPresent();
    }

    /**
     * Loads a checkpoint's weights onto a device.
     *
     * @param asked empty takes the precision, of those that the gate accepts, which answers the bundled sentences
     *     fastest here
     * @throws EngineException as {@link Engine#load}, except UNSUPPORTED_PRECISION; BAD_MODEL too if a model answers a
     *     question with what is no number, FAILED too if the engine loads another precision than it says
     */
    public GatedModel load(Checkpoint checkpoint, Device device, Optional<Precision> asked) {
        Question question = new Question(checkpoint.source().weights().files(), device, asked);
        Optional<FileStamp> before = question.now();
        GatedModel gated =
                asked.map(one -> load(checkpoint, device, one)).orElseGet(() -> fastest.load(checkpoint, device));
        before.ifPresent(stamp -> answered.put(question, stamp));
        return gated;
    }

    /** The same in a precision that is asked for. */
    public GatedModel load(Checkpoint checkpoint, Device device, Precision precision) {
        Candidate candidate = Candidate.of(checkpoint, device, precision);
        Gated gated = precision == Precision.FLOAT32 ? Gated.NOT : gated(candidate);
        LoadedModel model = gated.model().orElseGet(() -> exact(candidate.inFloat32()));
        return new GatedModel(Trial.passed(model, checkpoint), gated.report());
    }

    /** Whether anything is kept for the next start. */
    public boolean keeps() {
        return prepared.isPresent();
    }

    /**
     * Prepares a checkpoint for the next start as {@link #load(Checkpoint, Device, Optional)}, and in float32 too if it
     * is served so. No load prepares float32 by itself: the files are twice as large as the
     * checkpoint, and save no more than a second of a start and memory that processes can then share.
     *
     * @return the precision that serves; empty if what serves could not be kept, for which the log has the reason
     */
    public Optional<Precision> prepare(Checkpoint checkpoint, Device device, Optional<Precision> precision) {
        Precision served = precision
                .filter(Precision.FLOAT32::equals)
                .orElseGet(() -> served(load(checkpoint, device, precision)));
        Candidate candidate = Candidate.of(checkpoint, device, served);
        boolean kept = served == Precision.FLOAT32
                ? prepareExact(candidate)
                : prepared.filter(models -> models.has(candidate)).isPresent();
        return Optional.of(served).filter(_ -> kept);
    }

    private static Precision served(GatedModel gated) {
        try (LoadedModel model = gated.model()) {
            return model.precision();
        }
    }

    private boolean prepareExact(Candidate candidate) {
        if (prepared.isEmpty()) {
            return false;
        }
        Reduction.Variant variant = engine.float32(candidate.source(), candidate.device());
        if (variant.preparer().isEmpty()) {
            // There is nothing that the engine would open faster.
            return true;
        }
        Identity identity = prepared.get().identity(candidate);
        Optional<LoadedModel> found = prepared.get().open(identity, candidate).flatMap(Gated::model);
        if (found.isPresent()) {
            found.get().close();
            return true;
        }
        Optional<Preparation> begun = prepared.get().begin(identity);
        if (begun.isPresent()) {
            try (Preparation preparation = begun.get()) {
                LOG.log(
                        INFO,
                        "checkpoint {0}: float32 is prepared",
                        candidate.source().name());
                made(variant, begun, candidate.source().name()).close();
                prepared.get().keep(preparation, Optional.empty(), variant.name());
            }
        }
        return prepared.get().has(candidate);
    }

    /** Float32, which needs no gate; from what was prepared, if anything was. */
    private LoadedModel exact(Candidate candidate) {
        return prepared.filter(models -> models.mayHave(Precision.FLOAT32))
                .flatMap(models -> models.open(models.identity(candidate), candidate))
                .flatMap(Gated::model)
                .orElseGet(() -> engine.load(candidate.source(), candidate.device(), Precision.FLOAT32));
    }

    /**
     * The decision of the gate about a reduced precision.
     *
     * @param model in that precision; empty if it is not to be served
     * @param report empty if nothing was compared
     */
    record Gated(Optional<LoadedModel> model, Optional<PrecisionReport> report) {
        private static final Gated NOT = new Gated(Optional.empty(), Optional.empty());
    }

    /** Loads a checkpoint in a reduced precision, if it may serve in it. */
    Gated gated(Candidate candidate) {
        if (candidate.probes().isEmpty()) {
            LOG.log(
                    WARNING,
                    "checkpoint {0} is served in float32: there are no sample texts to judge {1} by",
                    candidate.source().name(),
                    candidate.precision());
            return Gated.NOT;
        }
        try {
            return prepared.isPresent() ? kept(candidate, prepared.get()) : known(candidate, Optional.empty());
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
            return Gated.NOT;
        }
    }

    /** As an earlier start or another process left it, or else prepared for the next. */
    private Gated kept(Candidate candidate, PreparedModels models) {
        Identity identity = models.identity(candidate);
        Optional<Gated> found = models.open(identity, candidate);
        if (found.isPresent()) {
            return found.get();
        }
        Optional<Preparation> begun = models.begin(identity);
        if (begun.isEmpty()) {
            return known(candidate, begun);
        }
        try (Preparation preparation = begun.get()) {
            // Whoever had the lock before may have made it.
            Optional<Gated> made = preparation.waited() ? models.open(identity, candidate) : Optional.empty();
            return made.orElseGet(() -> known(candidate, begun));
        }
    }

    /** As after idle unloading: what this process has compared is only loaded. */
    private Gated known(Candidate candidate, Optional<Preparation> preparation) {
        Verdicts.Case about = verdicts.about(candidate);
        Optional<Verdict> known = about.known();
        if (known.isEmpty()) {
            return firstAccepted(candidate, about, preparation);
        }
        Verdict verdict = known.get();
        Optional<LoadedModel> model = verdict.accepted()
                .map(variant -> inPrecision(
                        made(variant, preparation, candidate.source().name()), candidate.precision()));
        preparation.ifPresent(open -> keep(open, verdict));
        return new Gated(model, Optional.of(verdict.report()));
    }

    /** The fastest variant that passes. No two models are in memory at the same time. */
    private Gated firstAccepted(Candidate candidate, Verdicts.Case about, Optional<Preparation> preparation) {
        String name = candidate.source().name();
        LOG.log(
                INFO,
                "checkpoint {0}: judging {1}, for which {2} bundled sentences are answered in float32 first",
                name,
                candidate.precision(),
                candidate.probes().size());
        long begun = System.nanoTime();
        Reduction reduction = engine.reduce(candidate.source(), candidate.device(), candidate.precision());
        List<PrecisionReport> refused = new ArrayList<>();
        for (Reduction.Variant variant : reduction.variants()) {
            LOG.log(
                    INFO,
                    "checkpoint {0}: {1} is made and answers them, after {2} s",
                    name,
                    variant.name(),
                    seconds(begun));
            LoadedModel model = inPrecision(made(variant, preparation, name), candidate.precision());
            PrecisionReport report = compared(candidate, reduction, model);
            if (report.accepted()) {
                LOG.log(
                        INFO,
                        "checkpoint {0}: {1} is accepted, after {3} s: {2}",
                        name,
                        variant.name(),
                        report,
                        seconds(begun));
                decided(new Verdict(Optional.of(variant), report), about, preparation);
                return new Gated(Optional.of(model), Optional.of(report));
            }
            preparation.ifPresent(Preparation::clear);
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
        decided(new Verdict(Optional.empty(), refused.getLast()), about, preparation);
        return new Gated(Optional.empty(), Optional.of(refused.getLast()));
    }

    private void decided(Verdict verdict, Verdicts.Case about, Optional<Preparation> preparation) {
        about.keep(verdict);
        preparation.ifPresent(open -> keep(open, verdict));
    }

    private void keep(Preparation preparation, Verdict verdict) {
        String served = verdict.accepted().map(Reduction.Variant::name).orElse("float32");
        prepared.orElseThrow().keep(preparation, Optional.of(verdict.report()), served);
    }

    /** Loaded from what it has left for the next start, so that this is what is compared; or else only loaded. */
    private static LoadedModel made(Reduction.Variant variant, Optional<Preparation> preparation, String name) {
        if (preparation.isPresent()) {
            try {
                return variant.prepare(preparation.get().files());
            } catch (EngineException e) {
                if (e.kind() != EngineException.Kind.FAILED) {
                    throw e;
                }
                LOG.log(
                        WARNING,
                        "checkpoint {0}: nothing is kept of {1} for the next start: {2}",
                        name,
                        variant.name(),
                        e.getMessage());
                preparation.get().abandon();
            }
        }
        return variant.load();
    }

    /** Compares the answers of a model with the exact ones, and closes it unless it is accepted. */
    private PrecisionReport compared(Candidate candidate, Reduction reduction, LoadedModel model) {
        boolean accepted = false;
        try {
            PrecisionReport report = gate.compare(
                    candidate.probes(),
                    reduction.exact(),
                    model.forward(
                            candidate.source().sampleRows(),
                            () -> Thread.currentThread().isInterrupted()));
            accepted = report.accepted();
            return report;
        } finally {
            if (!accepted) {
                model.close();
            }
        }
    }

    /** An engine that forgets the precision would be compared with itself, and accepted. */
    static LoadedModel inPrecision(LoadedModel model, Precision asked) {
        if (model.precision() != asked) {
            Precision loaded = model.precision();
            model.close();
            throw new EngineException(
                    EngineException.Kind.FAILED, "the engine offers " + asked + " and has loaded " + loaded);
        }
        return model;
    }

    private static String seconds(long begun) {
        return String.format(Locale.ROOT, "%.1f", (System.nanoTime() - begun) / NANOS);
    }

    /** Closes the engine. Idempotent. */
    @Override
    public void close() {
        engine.close();
    }
}
