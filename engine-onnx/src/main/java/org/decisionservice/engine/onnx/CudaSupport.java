// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.engine.kit.CudaDevices;
import org.decisionservice.engine.kit.ErrorTable;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;

/** Whether ONNX Runtime can compute on CUDA devices here. */
sealed interface CudaSupport {

    /** It can, on devices 0 to {@code devices} - 1. */
    record Present(int devices) implements CudaSupport {}

    /** It cannot; {@code reason} is one sentence for an operator. */
    record Missing(String reason) implements CudaSupport {}

    /** Looks for everything that the CUDA provider needs, without loading the provider. */
    static CudaSupport find() {
        if (!RuntimeLibrary.hasSystemWithCuda()) {
            return new Missing("ONNX Runtime's CUDA provider, as this engine uses it, is for Linux on x86-64");
        }
        // The version is in the jar's manifest; a class path of another kind may have lost it.
        String version = Optional.ofNullable(OrtEnvironment.class.getPackage().getImplementationVersion())
                .orElse("VERSION");
        if (!RuntimeLibrary.hasCuda()) {
            return new Missing(
                    "ONNX Runtime's CUDA provider is not in the engine's folder: put onnxruntime_gpu-" + version
                            + ".jar (com.microsoft.onnxruntime:onnxruntime_gpu:" + version + " of Maven Central) into "
                            + RuntimeLibrary.folder());
        }
        try {
            Optional<String> other = RuntimeLibrary.packedCudaVersion().filter(found -> !found.equals(version));
            if (other.isPresent()) {
                return new Missing("the onnxruntime_gpu jar in " + RuntimeLibrary.folder() + " is version "
                        + other.get() + ", and onnxruntime is " + version + ": they must be the same");
            }
        } catch (IOException e) {
            return new Missing("the onnxruntime_gpu jar in " + RuntimeLibrary.folder() + " cannot be read: "
                    + ErrorTable.reason(e));
        }
        List<String> missing = CudaLibraries.missing();
        if (!missing.isEmpty()) {
            return new Missing("ONNX Runtime's CUDA provider needs " + String.join(", ", missing)
                    + ", which the system's loader does not find: install the NVIDIA driver (libcuda), CUDA 12 and"
                    + " cuDNN 9, and name their folders in LD_LIBRARY_PATH");
        }
        try {
            return new Present(CudaLibraries.devices());
        } catch (RuntimeException e) {
            return new Missing(ErrorTable.reason(e));
        }
    }

    /** Has the runtime load its CUDA provider, which it otherwise does with the first session on a device. */
    default CudaSupport loaded() {
        return switch (this) {
            case Missing missing -> missing;
            case Present present -> {
                try (SessionOptions session = new SessionOptions()) {
                    addTo(session, Device.cuda(0), Precision.FLOAT32);
                    yield present;
                } catch (OrtException e) {
                    yield new Missing("ONNX Runtime's CUDA provider cannot be loaded: " + ErrorTable.reason(e));
                }
            }
        };
    }

    /** Has the session compute on {@code device}. */
    static void addTo(SessionOptions session, Device device, Precision precision) throws OrtException {
        switch (device.kind()) {
            case CPU -> {}
            case CUDA -> {
                try (OrtCUDAProviderOptions options = new OrtCUDAProviderOptions(device.index())) {
                    options(precision).forEach((name, value) -> add(options, name, value));
                    // Weights stay as long as the session, so they need no arena, which doubles with each extension.
                    session.addConfigEntry("session.use_device_allocator_for_initializers", "1");
                    session.addCUDA(options);
                }
            }
        }
    }

    /** Options of the CUDA provider. */
    static Map<String, String> options(Precision precision) {
        // The default rounds the factors of products, and answers would differ from those of the CPU.
        return Map.of("use_tf32", precision == Precision.TF32 ? "1" : "0");
    }

    private static void add(OrtCUDAProviderOptions options, String name, String value) {
        try {
            options.add(name, value);
        } catch (OrtException e) {
            throw RuntimeErrors.translate("setting " + name, e);
        }
    }

    /** What the devices can do, for a text that numbers depend on; empty without any. */
    default String capabilities() {
        return switch (this) {
            case Missing _ -> "";
            case Present(int devices) ->
                IntStream.range(0, devices)
                        .mapToObj(device -> Integer.toString(
                                CudaLibraries.capability(Device.cuda(device)).orElse(0)))
                        .collect(Collectors.joining(",", ", CUDA ", ""));
        };
    }

    default Availability.Available availability() {
        return switch (this) {
            case Present(int devices) ->
                new Availability.Available(
                        Stream.concat(IntStream.range(0, devices).mapToObj(Device::cuda), Stream.of(Device.CPU))
                                .toList());
            case Missing(String reason) ->
                onCpu(reason, RuntimeLibrary.hasCuda() || CudaDevices.loads(CudaDevices.DRIVER));
        };
    }

    /**
     * What there is without CUDA.
     *
     * @param expected whether the machine has a GPU's driver, or the engine a build for one
     */
    static Availability.Available onCpu(String reason, boolean expected) {
        return new Availability.Available(List.of(Device.CPU), Optional.of(reason), expected);
    }
}
