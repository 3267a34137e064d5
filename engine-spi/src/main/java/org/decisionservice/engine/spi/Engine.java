// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A started runtime, used by one caller at a time unless it is {@link #concurrent}. */
public interface Engine extends AutoCloseable {

    /**
     * The layouts that the engine computes, sequential among them. A checkpoint of another one is refused by name
     * before it is loaded, so that an engine that does not know a layout never answers for it.
     */
    default Set<OptionLayout> optionLayouts() {
        return Set.of(OptionLayout.SEQUENTIAL);
    }

    /**
     * Whether every model of this engine gives {@link Logits#stateVectors} to a batch that asks for them. Where it does
     * not, such a batch is answered without, and what needs them is refused by the host.
     */
    default boolean stateVectors() {
        return false;
    }

    /**
     * Whether one thread may load, try and close models while another one loads, computes with and closes others. Each
     * model is still used by one caller at a time. A host then judges a reduced precision of new weights while the old
     * ones answer; where it may not, as it stands, answers wait for that.
     */
    default boolean concurrent() {
        return false;
    }

    /**
     * Loads a checkpoint's weights onto a device, to compute in exactly this precision. Whether the answers of a
     * reduced precision are good enough is not the engine's decision: the host compares them.
     *
     * @param source of one of the {@link #optionLayouts()}; with samples if the precision is not float32
     * @throws EngineException UNSUPPORTED_PRECISION if the engine does not compute in it on this device or this
     *     machine, never for float32; BAD_MODEL naming the file or tensor and what is wrong with it;
     *     OUT_OF_DEVICE_MEMORY or DEVICE_LOST if the device cannot hold it; FAILED otherwise. Nothing stays allocated.
     */
    LoadedModel load(ModelSource source, Device device, Precision precision);

    /**
     * Gets what a host needs to judge a reduced precision of a checkpoint. As it stands, a model answers the samples in
     * float32 and is closed again, and the one variant is what {@link #load} loads. An engine overrides this if it can
     * answer without loading the whole model, if it sees in those passes what it rounds by, or if it has several
     * variants of the precision.
     *
     * @param source with samples
     * @param precision not float32
     * @throws EngineException as {@link #load}
     * @throws java.util.concurrent.CancellationException if the thread was interrupted, because the process ends
     */
    default Reduction reduce(ModelSource source, Device device, Precision precision) {
        try (LoadedModel exact = load(source, device, Precision.FLOAT32)) {
            Logits answers = exact.forward(
                    source.sampleRows(), () -> Thread.currentThread().isInterrupted());
            return new Reduction(
                    answers,
                    List.of(new Reduction.Variant(precision.toString(), () -> load(source, device, precision))));
        }
    }

    /**
     * Float32 of a checkpoint as a variant, for a host that wants it prepared. As it stands, it is only loaded.
     *
     * @param source needs no samples
     */
    default Reduction.Variant float32(ModelSource source, Device device) {
        return new Reduction.Variant("float32", () -> load(source, device, Precision.FLOAT32));
    }

    /**
     * What the numbers of a model and the files of {@link Reduction.Variant#prepare} depend on besides the checkpoint
     * and the precision: the versions of the engine and its runtime, and whatever of this processor decides how they
     * compute. A host that keeps what it found out about a checkpoint from one start to the next does so for exactly
     * this text. Empty, as it stands, if nothing is to be kept. An engine whose variants leave no files has one
     * variant, because it is loaded by its precision the next time.
     */
    default Optional<String> fingerprint() {
        return Optional.empty();
    }

    /**
     * Opens what {@link Reduction.Variant#prepare} left in a folder, in this process or another one with the same
     * {@link #fingerprint}. The host has checked that the files are as they were written, and changes none as long as
     * the model is open; so an engine may map them. An engine that prepares nothing is not asked.
     *
     * @param source of the checkpoint that was prepared, without samples
     * @throws EngineException as {@link #load}; BAD_MODEL if a file is missing or is not one of this engine's
     */
    default LoadedModel loadPrepared(ModelSource source, Device device, Precision precision, Path folder) {
        throw new EngineException(EngineException.Kind.FAILED, "this engine prepares nothing");
    }

    /** Idempotent. Models loaded from this engine must be closed first. */
    @Override
    void close();
}
