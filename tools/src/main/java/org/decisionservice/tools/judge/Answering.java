// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.decisionservice.api.Question;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.fitted.ThresholdsFile;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.checkpoints.Calibrations;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.tools.labelled.LabelsException;

/**
 * Answers in this process, without a port: the same reader, router, passes and decoder as the service.
 *
 * @param options what requests are read and answers are written with
 * @param way how a request is answered
 */
public record Answering(Backend backend, WireOptions options, Way way) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Has a request answered, and waits for it. */
    @FunctionalInterface
    public interface Way {
        /** Answers what {@code parsing} reads; called on many threads at once. */
        DecisionService.Decision answer(Backend backend, Supplier<ParsedRequest> parsing);
    }

    /** Answers for a command, which waits as long as it takes. */
    public Answering(Backend backend, WireOptions options) {
        this(backend, options, Backend::answer);
    }

    /**
     * The weights of a checkpoint, and the temperatures that come with them.
     *
     * @param revision {@code sha256:} and the first 12 hex digits of the weights' digest
     */
    public record Weights(String revision, Temperatures temperatures) {}

    public DecisionService service() {
        return backend.pipeline();
    }

    /** Reads requests as the service does. */
    public RequestReader reader() {
        return new RequestReader(
                service().names(),
                options.maxTokenBudget(),
                Dialect.of(options).rules(),
                options.sources(),
                options.cleaning());
    }

    /**
     * Begins to answer on a thread of its own, and returns at once. Fails with a {@link ConfigurationException} if the
     * checkpoint cannot be loaded.
     */
    public Future<DecisionService.Decision> begin(Supplier<ParsedRequest> parsing) {
        FutureTask<DecisionService.Decision> answer =
                new FutureTask<>(Fatal.checkedCall(() -> way.answer(backend, parsing)));
        Thread.ofVirtual().name("request").start(answer);
        return answer;
    }

    /** The same for whoever learns: given by the checkpoints alone, with the encoder's vectors. */
    public Answering returningStateVectors() {
        return new Answering(backend.returningStateVectors(), options, way);
    }

    /**
     * Checks that the engine of the checkpoint that answers by this name gives these vectors.
     *
     * @throws LabelsException if it does not
     */
    public void requireStateVectors(String checkpoint) {
        if (!backend.placements().of(served(checkpoint)).engine().engine().stateVectors()) {
            throw new LabelsException("SERVICE_ENGINE, --engine: the engine of checkpoint " + checkpoint
                    + " does not say what its encoder makes of a state, which learning needs; use onnx or pytorch");
        }
    }

    private ServedCheckpoint served(String checkpoint) {
        return backend.catalogue().all().stream()
                .filter(each -> each.labels().contains(checkpoint))
                .findFirst()
                .orElseThrow();
    }

    /** All names of the checkpoint that answers by this one: the bundled one answers by three. */
    public Set<String> namesOf(String checkpoint) {
        return Set.copyOf(served(checkpoint).labels());
    }

    /**
     * The one checkpoint that answered; empty if there are several.
     *
     * @param names by which rows were answered, at least one
     */
    public Optional<String> sole(NavigableSet<String> names) {
        return Optional.of(names.first()).filter(name -> namesOf(name).containsAll(names));
    }

    /**
     * The checkpoint that answered, or the one of several that is named.
     *
     * @param names by which rows were answered, at least one
     * @param purpose what it is named for, such as {@code to calibrate}
     * @throws LabelsException if several answered and none of them is named
     */
    public String oneOf(NavigableSet<String> names, Optional<String> named, String purpose) {
        return named.isEmpty()
                ? sole(names).orElseThrow(() -> severalAnswered(names, purpose))
                : named.filter(name -> names.stream().map(this::namesOf).anyMatch(all -> all.contains(name)))
                        .orElseThrow(() -> severalAnswered(names, purpose));
    }

    private static LabelsException severalAnswered(NavigableSet<String> names, String purpose) {
        return new LabelsException(
                "--checkpoint: the rows are answered by " + String.join(", ", names) + "; name the one " + purpose);
    }

    /** The weights of the checkpoint that answers by this name. */
    public Weights weights(String checkpoint) {
        ServedCheckpoint served = served(checkpoint);
        return new Weights(Calibrations.revision(served), served.checkpoint().temperatures());
    }

    /** The weights that are in memory and the device that they are on, by the name of the checkpoint. */
    public Map<String, String> revisions() {
        Map<String, String> revisions = new TreeMap<>();
        service()
                .health()
                .resident()
                .forEach((name, resident) -> revisions.put(name, resident.revision() + " on " + resident.device()));
        return revisions;
    }

    /**
     * The weights and files that answer, for thresholds that hold for these alone.
     *
     * @param names by which rows were answered, at least one
     * @throws LabelsException if they were answered by several checkpoints
     */
    public ThresholdsFile.Made made(NavigableSet<String> names) {
        if (names.stream().map(name -> weights(name).revision()).distinct().count() > 1) {
            throw new LabelsException("--thresholds: the rows are answered by " + String.join(", ", names)
                    + ", and a file of thresholds is for one; give the rows of each a file of their own");
        }
        String name = names.first();
        return new ThresholdsFile.Made(
                weights(name).revision(),
                Calibrations.of(name, backend.calibrations().digests()),
                Calibrations.of(name, backend.calibrations().learned()));
    }

    /**
     * Whether a learned file in force was made from this state and the right answer to {@code question} about it, so
     * that its answer tells nothing of how others are answered.
     *
     * @param state as a label has it
     */
    boolean isLearnedFrom(Question question, String state) {
        return service().taught(question).anyMatch(taught -> taught.states().contains(state));
    }

    /** Whether {@code question} was learned, and nobody knows from which states. */
    boolean isLearnedFromUnknown(Question question) {
        return service().taught(question).anyMatch(taught -> !taught.states().known());
    }

    /** The digests of the calibrations in force, joined; empty if there is none. */
    public Optional<String> calibration() {
        return joined(backend.calibrations().digests().values());
    }

    /** The same of the learned files. */
    public Optional<String> learned() {
        return joined(backend.calibrations().learned().values());
    }

    /** Digests of files as a measurement has them; empty if there is none. */
    static Optional<String> joined(Collection<String> digests) {
        return digests.isEmpty() ? Optional.empty() : Optional.of(String.join(",", digests));
    }

    /** Frees the models. */
    @Override
    public void close() {
        backend.close(PATIENCE);
    }
}
