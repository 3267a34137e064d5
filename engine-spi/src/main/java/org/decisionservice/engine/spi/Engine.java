// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

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
     * Loads a checkpoint's weights onto a device.
     *
     * @param source of one of the {@link #optionLayouts()}
     * @throws EngineException BAD_MODEL naming the file or tensor and what is wrong with it; OUT_OF_DEVICE_MEMORY or
     *     DEVICE_LOST if the device cannot hold it; FAILED otherwise. Nothing stays allocated.
     */
    LoadedModel load(ModelSource source, Device device);

    /** Idempotent. Models loaded from this engine must be closed first. */
    @Override
    void close();
}
