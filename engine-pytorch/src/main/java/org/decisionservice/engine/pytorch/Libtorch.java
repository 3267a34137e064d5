// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import ai.djl.engine.Engine;
import ai.djl.engine.StandardCapabilities;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;

/** The native library, of which there is one per process. */
final class Libtorch {
    private static final String DJL_NAME = "PyTorch";

    private final Engine engine;

    private Libtorch(Engine engine) {
        this.engine = engine;
    }

    /** A separate class, so that the number is read once, before it is changed. */
    private static final class Defaults {
        static final int THREADS = JniUtils.getNumThreads();
    }

    /**
     * Loads the library, once per process.
     *
     * @throws EngineException FAILED with the reason why it cannot be loaded
     */
    static Libtorch start() {
        try {
            LibraryEnvironment.prepare();
            return new Libtorch(Engine.getEngine(DJL_NAME));
        } catch (RuntimeException | LinkageError | AssertionError e) {
            if (e.getCause() instanceof VirtualMachineError broken) {
                // A heap without room is not the fault of the library.
                throw broken;
            }
            throw new EngineException(
                    EngineException.Kind.FAILED, "libtorch does not start here: " + e.getMessage(), e);
        }
    }

    /** Version of the library. */
    String version() {
        return engine.getVersion();
    }

    /** The devices that are present and supported by this build, the fastest first. */
    List<Device> devices() {
        int cuda = engine.hasCapability(StandardCapabilities.CUDA) ? engine.getGpuCount() : 0;
        return Stream.concat(IntStream.range(0, cuda).mapToObj(Device::cuda), Stream.of(Device.CPU))
                .toList();
    }

    /** The devices, and why there is no CUDA among them. */
    Availability.Available availability() {
        List<Device> devices = devices();
        if (devices.size() > 1) {
            return new Availability.Available(devices);
        }
        return new Availability.Available(
                devices,
                Optional.of(
                        engine.hasCapability(StandardCapabilities.CUDA)
                                ? "libtorch finds no CUDA device"
                                : "this libtorch is built for the CPU; "
                                        + "-Dpytorch.flavor=cu128 builds with that for CUDA"));
    }

    NDManager newManager(Device device) {
        return engine.newBaseManager(
                switch (device.kind()) {
                    case CPU -> ai.djl.Device.cpu();
                    case CUDA -> ai.djl.Device.gpu(device.index());
                });
    }

    /**
     * Sets how many threads share an operation on the CPU. The setting is global to the library, so the last caller
     * wins.
     */
    void useThreads(OptionalInt threads) {
        int standard = Defaults.THREADS;
        JniUtils.setNumThreads(threads.orElse(standard));
    }

    /** Releases memory cached for future arrays. On the CPU there is no such cache. */
    void releaseCache(Device device) {
        if (device.kind() == Device.Kind.CUDA) {
            JniUtils.emptyCudaCache();
        }
    }
}
