// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.gate.GatedEngine.Gated;
import org.decisionservice.host.prepared.Identity;
import org.decisionservice.host.prepared.Preparation;
import org.decisionservice.host.prepared.PreparedCheckpoint;
import org.decisionservice.host.prepared.PreparedStore;

/** The prepared checkpoints of one engine. */
final class PreparedModels {
    private static final System.Logger LOG = System.getLogger(PreparedModels.class.getName());

    /** Raised when the meaning of what is kept changes, so that nothing older is opened. */
    private static final String FORMAT = "5";

    private static final String SERVED = "served";

    /** Of a digest that is one of several parts. */
    private static final int DIGITS = 12;

    private final PreparedStore store;
    private final Engine engine;
    private final String fingerprint;
    private final PrecisionGate gate;

    private PreparedModels(PreparedStore store, Engine engine, String fingerprint, PrecisionGate gate) {
        this.store = store;
        this.engine = engine;
        this.fingerprint = fingerprint;
        this.gate = gate;
    }

    /** Empty if the engine lets nothing be kept. */
    static Optional<PreparedModels> of(PreparedStore store, Engine engine, PrecisionGate gate) {
        return engine.fingerprint().map(text -> new PreparedModels(store, engine, text, gate));
    }

    /** Everything that a candidate's verdict and files depend on. Reads the weights if their digest is not known. */
    Identity identity(Candidate candidate) {
        return identity(candidate, candidate.precision().toString(), new LinkedHashMap<>());
    }

    /** Everything that the times of precisions depend on, of which the candidate is one. */
    private Identity speeds(Candidate candidate) {
        SequencedMap<String, String> processors = new LinkedHashMap<>();
        processors.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        return identity(candidate, "auto", processors);
    }

    private Identity identity(Candidate candidate, String precision, SequencedMap<String, String> others) {
        ModelWeights weights = candidate.source().weights();
        others.put("format", FORMAT);
        others.put("engine", fingerprint);
        others.put("device", candidate.device().toString());
        others.put("configuration", configuration(weights.file()));
        if (!candidate.probes().isEmpty()) {
            others.put("tolerance", Double.toString(gate.tolerance()));
            others.put("sentences", candidate.sentences());
        }
        String digest;
        try {
            digest = store.digests().of(weights).join();
        } catch (CompletionException e) {
            throw new EngineException(EngineException.Kind.BAD_MODEL, weights.name() + ": cannot be read", e);
        }
        return new Identity(digest, precision, others);
    }

    /** The digests of configuration and tokenizer, in few letters. */
    private static String configuration(Path weights) {
        return Optional.ofNullable(weights.toAbsolutePath().getParent()).map(CheckpointReader::digests).stream()
                .flatMap(digests -> digests.entrySet().stream())
                .map(file -> file.getKey().substring(file.getKey().lastIndexOf('/') + 1) + " "
                        + file.getValue().substring(0, DIGITS))
                .collect(Collectors.joining(", "));
    }

    /** Whether anything is kept in a precision at all. */
    boolean mayHave(Precision precision) {
        return store.mayHave(precision.toString());
    }

    /** Whether there is what {@link #open} would open. */
    boolean has(Candidate candidate) {
        return store.find(identity(candidate)).isPresent();
    }

    Optional<Preparation> begin(Identity identity) {
        return store.begin(identity);
    }

    /**
     * Keeps what was compared.
     *
     * @param report of the gate; empty for float32
     * @param served what is to be served from now on
     */
    void keep(Preparation preparation, Optional<PrecisionReport> report, String served) {
        SequencedMap<String, String> about =
                report.map(PrecisionReport::numbers).orElseGet(LinkedHashMap::new);
        about.put(SERVED, served);
        if (report.isPresent() && !report.get().accepted()) {
            preparation.clear();
        }
        store.keep(preparation, about);
    }

    /** Keeps how many seconds each precision took, of which the candidate is one. */
    void keepSeconds(Candidate candidate, SortedMap<Precision, Double> seconds) {
        Optional<Preparation> begun = store.begin(speeds(candidate));
        if (begun.isPresent()) {
            try (Preparation preparation = begun.get()) {
                SequencedMap<String, String> about = new LinkedHashMap<>();
                seconds.forEach((precision, each) -> about.put(precision.toString(), each.toString()));
                store.keep(preparation, about);
            }
        }
    }

    /** The seconds that were kept. */
    Optional<SortedMap<Precision, Double>> seconds(Candidate candidate) {
        Optional<PreparedCheckpoint> found = store.find(speeds(candidate));
        try {
            return found.map(kept -> {
                SortedMap<Precision, Double> seconds = new TreeMap<>();
                kept.about()
                        .forEach((name, each) ->
                                seconds.put(Precision.parse(name).orElseThrow(), Double.valueOf(each)));
                return seconds;
            });
        } catch (NoSuchElementException | NumberFormatException _) {
            store.unusable(found.orElseThrow(), "its seconds cannot be read");
            return Optional.empty();
        }
    }

    /** Opens what an earlier start or another process has kept; empty if there is nothing that can be used. */
    Optional<Gated> open(Identity identity, Candidate candidate) {
        Optional<PreparedCheckpoint> found = store.find(identity);
        if (found.isEmpty() || candidate.precision() == Precision.FLOAT32) {
            return found.flatMap(kept -> open(kept, candidate, Optional.empty()));
        }
        PrecisionReport report;
        try {
            report = PrecisionReport.of(found.get().about());
        } catch (IllegalArgumentException _) {
            store.unusable(found.get(), "its report cannot be read");
            return Optional.empty();
        }
        if (report.accepted()) {
            return open(found.get(), candidate, Optional.of(report));
        }
        LOG.log(
                WARNING,
                "checkpoint {0} is served in float32: {1} was refused at an earlier start: {2}",
                candidate.source().name(),
                candidate.precision(),
                report);
        return Optional.of(new Gated(Optional.empty(), Optional.of(report)));
    }

    private Optional<Gated> open(PreparedCheckpoint found, Candidate candidate, Optional<PrecisionReport> report) {
        CompletableFuture<Void> whole = found.check();
        Optional<LoadedModel> model = Optional.empty();
        try {
            model = Optional.of(load(found, candidate));
            whole.join();
            LOG.log(
                    INFO,
                    "checkpoint {0} is opened from {1}, where it was prepared as {2}{3}",
                    candidate.source().name(),
                    found,
                    found.about().get(SERVED),
                    report.map(text -> ": " + text).orElse(""));
            return Optional.of(new Gated(model, report));
        } catch (EngineException e) {
            if (e.kind() == EngineException.Kind.OUT_OF_DEVICE_MEMORY || e.kind() == EngineException.Kind.DEVICE_LOST) {
                throw e;
            }
            store.unusable(found, String.valueOf(e.getMessage()));
        } catch (CompletionException e) {
            model.ifPresent(LoadedModel::close);
            store.unusable(found, RootCause.of(e));
        }
        return Optional.empty();
    }

    /** An engine that leaves no files loads the first variant as quickly as it can. */
    private LoadedModel load(PreparedCheckpoint found, Candidate candidate) {
        ModelSource source = candidate.source();
        return GatedEngine.inPrecision(
                found.hasFiles()
                        ? engine.loadPrepared(
                                source.withSamples(List.of()), candidate.device(), candidate.precision(), found.files())
                        : engine.load(source, candidate.device(), candidate.precision()),
                candidate.precision());
    }
}
