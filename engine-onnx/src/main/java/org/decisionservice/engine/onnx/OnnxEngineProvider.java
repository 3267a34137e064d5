// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.util.EnumSet;
import java.util.Set;
import org.decisionservice.engine.kit.CudaDevices;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;

/** Finds out whether ONNX Runtime can start here, and starts it. */
public final class OnnxEngineProvider implements EngineProvider {

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String name() {
        return "onnx";
    }

    @Override
    public Set<Precision> precisions() {
        return EnumSet.allOf(Precision.class);
    }

    @Override
    public Set<Precision> precisions(Device device) {
        return precisionsOf(device);
    }

    static Set<Precision> precisionsOf(Device device) {
        return switch (device.kind()) {
            case CPU -> EnumSet.of(Precision.FLOAT32, Precision.INT8);
            case CUDA -> precisionsOf(CudaLibraries.capability(device).orElse(0));
        };
    }

    /** @param capability of a GPU, as {@link CudaDevices#capability} */
    static Set<Precision> precisionsOf(int capability) {
        return capability < CudaDevices.AMPERE
                ? EnumSet.of(Precision.FLOAT32, Precision.FP16)
                : EnumSet.of(Precision.FLOAT32, Precision.TF32, Precision.FP16);
    }

    @Override
    public Availability probe(EngineOptions options) {
        try {
            return RuntimeStart.cuda().availability();
        } catch (EngineException e) {
            return new Availability.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Opens an engine that loads models in 16 bits on the CPU too. It rounds to 16 bits whatever a GPU would hold in
     * them and is slow; so it says without one what a checkpoint would answer, and whether that is a number.
     */
    public Engine openRounding(EngineOptions options) {
        return new OnnxEngine(RuntimeStart.runtime(), options, true);
    }

    @Override
    public Engine open(EngineOptions options) {
        return new OnnxEngine(RuntimeStart.runtime(), options);
    }
}
