// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.List;
import java.util.Set;

/** A started runtime, used by one caller at a time. */
public interface Engine extends AutoCloseable {

    /**
     * The layouts that the engine computes, sequential among them. A checkpoint of another one is refused by name
     * before it is loaded, so that an engine that does not know a layout never answers for it.
     */
    default Set<OptionLayout> optionLayouts() {
        return Set.of(OptionLayout.SEQUENTIAL);
    }

    /**
     * Whether every model of this engine gives {@link Logits#stateMeans} to a batch that asks for them. Where it does not,
     * such a batch is answered without, and what needs them is refused by the host.
     */
    default boolean stateMeans() {
        return false;
    }

    /**
     * Loads a checkpoint's weights onto a device, to compute in exactly this precision. Whether the answers of a reduced
     * precision are good enough is not the engine's decision: the host compares them.
     *
     * @param source of one of the {@link #optionLayouts()}; with samples if the precision is not float32
     * @throws EngineException UNSUPPORTED_PRECISION if the engine does not compute in it on this device or this machine,
     *     never for float32; BAD_MODEL naming the file or tensor and what is wrong with it; OUT_OF_DEVICE_MEMORY or
     *     DEVICE_LOST if the device cannot hold it; FAILED otherwise. Nothing stays allocated.
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
     */
    default Reduction reduce(ModelSource source, Device device, Precision precision) {
        try (LoadedModel exact = load(source, device, Precision.FLOAT32)) {
            Logits answers = exact.forward(source.sampleRows());
            return new Reduction(
                    answers,
                    List.of(new Reduction.Variant(precision.toString(), () -> load(source, device, precision))));
        }
    }

    /** Idempotent. Models loaded from this engine must be closed first. */
    @Override
    void close();
}
