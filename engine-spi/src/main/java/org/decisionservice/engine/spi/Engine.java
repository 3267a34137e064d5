// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

/** A started runtime, used by one caller at a time. */
public interface Engine extends AutoCloseable {

    /**
     * Loads a checkpoint's weights onto a device.
     *
     * @throws EngineException BAD_MODEL naming the file or tensor and what is wrong with it; OUT_OF_DEVICE_MEMORY or
     *     DEVICE_LOST if the device cannot hold it; FAILED otherwise. Nothing stays allocated.
     */
    LoadedModel load(ModelSource source, Device device);

    /** Idempotent. Models loaded from this engine must be closed first. */
    @Override
    void close();
}
