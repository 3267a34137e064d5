// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import ai.djl.engine.Engine;
import ai.djl.engine.StandardCapabilities;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.pytorch.jni.LibUtils;
import ai.djl.util.Utils;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.engine.kit.CudaDevices;
import org.decisionservice.engine.kit.ErrorTable;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.folder.LibraryFolder;

/** The native library, of which there is one per process. */
final class Libtorch {
    private static final String DJL_NAME = "PyTorch";
    private static final String CUDA = System.mapLibraryName("c10_cuda");
    private static final String FAILED = "libtorch does not start here: ";

    /** Where DJL unpacks libtorch, unless a variable of the same name says so. */
    private static final String CACHE = "ENGINE_CACHE_DIR";

    /** The folder of a libtorch that is used instead of the jar's, and the build of DJL's own library that fits it. */
    private static final String FOLDER = "PYTORCH_LIBRARY_PATH";

    private static final String FLAVOR = "PYTORCH_FLAVOR";

    private final Engine engine;
    private final Availability.Available availability;
    private final Optional<SymbolLookup> cuda;
    private final Optional<Tf32> tf32;

    private Libtorch(Engine engine, Path folder) {
        this.engine = engine;
        // Finds the functions of the runtime that this library is linked with, wherever that is.
        this.cuda = library(folder, CUDA);
        this.tf32 = library(folder, System.mapLibraryName("torch_cpu")).flatMap(Tf32::of);
        this.availability = availability(
                cuda.isPresent(),
                engine.hasCapability(StandardCapabilities.CUDA),
                () -> CudaDevices.count(cuda.orElseThrow()));
    }

    private sealed interface StartResult {
        record Started(Libtorch libtorch) implements StartResult {}

        record Failed(EngineException error) implements StartResult {}
    }

    /** Initialized when the class is first used. Java would not repeat why an initialization failed. */
    private static final class Once {
        static final StartResult OUTCOME = load();
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
        return switch (Once.OUTCOME) {
            case StartResult.Started(Libtorch libtorch) -> libtorch;
            case StartResult.Failed(EngineException error) -> throw error;
        };
    }

    private static StartResult load() {
        LibraryEnvironment.prepare();
        System.setProperty(LibraryLoader.PROPERTY, LibraryLoader.class.getName());
        try (LibraryFolder folder = LibraryFolder.of(Utils.getEngineCacheDir("pytorch"))) {
            if (folder.isFresh()) {
                System.setProperty(CACHE, folder.path().toString());
                if (!Utils.getEngineCacheDir().equals(folder.path())) {
                    return failed(CACHE + " names a folder that others may write", new IOException(CACHE));
                }
            }
            Optional<String> given = Optional.ofNullable(Utils.getEnvOrSystemProperty(FOLDER));
            if (given.isPresent()) {
                if (!Files.exists(Path.of(given.get(), System.mapLibraryName("torch")))) {
                    return failed(FOLDER + " names no folder with a libtorch", new IOException(FOLDER));
                }
                useFlavor(Path.of(given.get()));
            }
            Engine engine = Engine.getEngine(DJL_NAME);
            return new StartResult.Started(new Libtorch(engine, Path.of(LibUtils.getLibtorchPath())));
        } catch (IOException e) {
            return failed(ErrorTable.reason(e), e);
        } catch (RuntimeException | LinkageError | AssertionError e) {
            if (e.getCause() instanceof VirtualMachineError broken) {
                // A heap without room is not the fault of the library.
                throw broken;
            }
            return failed(ErrorTable.reason(e), e);
        }
    }

    private static StartResult failed(String reason, Throwable cause) {
        return new StartResult.Failed(new EngineException(EngineException.Kind.FAILED, FAILED + reason, cause));
    }

    /** Otherwise DJL takes the build for what GPUs and CUDA compiler it finds, and has none for most. */
    private static void useFlavor(Path folder) {
        if (Utils.getEnvOrSystemProperty(FLAVOR) == null) {
            System.setProperty(FLAVOR, Files.exists(folder.resolve(CUDA)) ? "cu128" : "cpu");
        }
    }

    // The lookup is restricted because loading a library runs its code; these are loaded already.
    @SuppressWarnings("restricted")
    private static Optional<SymbolLookup> library(Path folder, String file) {
        Path library = folder.resolve(file);
        return Files.exists(library)
                ? Optional.of(SymbolLookup.libraryLookup(library, Arena.global()))
                : Optional.empty();
    }

    /**
     * The devices, the fastest first, and why there is no CUDA among them.
     *
     * @param builtForCuda whether this build has a part for CUDA
     * @param usesCuda whether that part is loaded
     * @param devices counts them; throws with the reason if there is none
     */
    static Availability.Available availability(boolean builtForCuda, boolean usesCuda, IntSupplier devices) {
        if (!builtForCuda) {
            return onCpu(
                    "this libtorch is built for the CPU; for a GPU, " + FOLDER
                            + " names the folder that scripts/libtorch-cuda.py makes",
                    false);
        }
        try {
            int count = devices.getAsInt();
            return usesCuda
                    ? new Availability.Available(
                            Stream.concat(IntStream.range(0, count).mapToObj(Device::cuda), Stream.of(Device.CPU))
                                    .toList())
                    : onCpu("CUDA finds " + count + " devices, and libtorch has not loaded its part for them", true);
        } catch (RuntimeException e) {
            return onCpu(ErrorTable.reason(e), true);
        }
    }

    private static Availability.Available onCpu(String reason, boolean builtForCuda) {
        return new Availability.Available(List.of(Device.CPU), Optional.of(reason), builtForCuda);
    }

    /** Version of the library. */
    String version() {
        return engine.getVersion();
    }

    /** The devices that are present and supported by this build, the fastest first, and why CUDA is not among them. */
    Availability.Available availability() {
        return availability;
    }

    /** What the devices compute in. */
    Processors processors() {
        return new Processors(
                Bfloat16Processor.isHere(),
                device -> cuda.map(runtime -> CudaDevices.capability(runtime, device.index()))
                        .orElseGet(OptionalInt::empty),
                tf32.isPresent());
    }

    /** The switch for TF32, if there is one. */
    Optional<Tf32> tf32() {
        return tf32;
    }

    /** Bytes of a GPU's memory that nothing is in; empty for the CPU. */
    OptionalLong free(Device device) {
        return device.kind() == Device.Kind.CUDA
                ? cuda.map(runtime -> CudaDevices.free(runtime, device.index())).orElseGet(OptionalLong::empty)
                : OptionalLong.empty();
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
