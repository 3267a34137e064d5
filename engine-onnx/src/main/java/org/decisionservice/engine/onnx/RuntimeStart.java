// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.djl.Device;
import ai.djl.engine.Engine;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.kit.ErrorTable;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.folder.CodeFolder;

/**
 * Starts ONNX Runtime, once per process. Java does not retry a class whose initialization failed, nor repeat the cause.
 */
final class RuntimeStart {
    private static final String DJL_NAME = "OnnxRuntime";
    private static final String FAILED = "ONNX Runtime does not start here: ";

    private sealed interface StartResult {
        record Started(Engine runtime, CudaSupport cuda) implements StartResult {}

        record Failed(EngineException error) implements StartResult {}
    }

    /** Initialized when the class is first used. */
    private static final class Once {
        static final StartResult OUTCOME = start();
    }

    private RuntimeStart() {}

    /**
     * Returns the runtime, loading the native library on the first call.
     *
     * @throws EngineException FAILED with the reason why it cannot be loaded
     */
    static Engine runtime() {
        return started().runtime();
    }

    /**
     * Whether the runtime can compute on CUDA devices.
     *
     * @throws EngineException as {@link #runtime}
     */
    static CudaSupport cuda() {
        return started().cuda();
    }

    private static StartResult.Started started() {
        return switch (Once.OUTCOME) {
            case StartResult.Started started -> started;
            case StartResult.Failed(EngineException error) -> throw error;
        };
    }

    private static StartResult start() {
        CudaSupport found = CudaSupport.find();
        List<String> files = switch (found) {
            case CudaSupport.Present _ -> RuntimeLibrary.WITH_CUDA;
            case CudaSupport.Missing _ -> RuntimeLibrary.CPU_ONLY;
        };
        // Asked before the library is provided, because its folder may then lack the provider.
        boolean unusable = found instanceof CudaSupport.Missing && RuntimeLibrary.hasCuda();
        try (RuntimeLibrary library = RuntimeLibrary.provide(files)) {
            library.path().ifPresent(RuntimeLog::takeOver);
            Engine runtime = Engine.getEngine(DJL_NAME);
            deleteUnusedFolder();
            if (unusable) {
                chooseCpu(runtime);
            }
            return new StartResult.Started(runtime, found.loaded());
        } catch (IOException e) {
            return new StartResult.Failed(new EngineException(
                    EngineException.Kind.FAILED,
                    FAILED + "its library cannot be unpacked into " + System.getProperty("java.io.tmpdir")
                            + ", the directory for temporary files: " + reason(e)
                            + "; make it a directory with " + (files.equals(RuntimeLibrary.WITH_CUDA) ? 400 : 30)
                            + " MB of room, or name another one with"
                            + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=...",
                    e));
        } catch (RuntimeException | LinkageError | AssertionError e) {
            if (e.getCause() instanceof VirtualMachineError broken) {
                // A heap without room is not the fault of the library.
                throw broken;
            }
            Optional<String> refusal = CodeFolder.refusal(Path.of(System.getProperty("java.io.tmpdir")));
            return new StartResult.Failed(new EngineException(
                    EngineException.Kind.FAILED,
                    FAILED
                            + refusal.map(why -> "its library cannot be loaded from "
                                            + System.getProperty("java.io.tmpdir")
                                            + ", the directory for temporary files: " + why + "; name another one with"
                                            + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=..., or unpack the library and name its folder with"
                                            + " -D" + RuntimeLibrary.DIRECTORY + "=...")
                                    .orElseGet(() -> ErrorTable.reason(e)),
                    e));
        }
    }

    /** These two exceptions say only which file they are about. */
    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no " + missing.getFile();
            case AccessDeniedException denied -> "there is no permission for " + denied.getFile();
            default -> ErrorTable.reason(e);
        };
    }

    /** For what it would unpack itself, the runtime makes a folder, which would stay when the process is killed. */
    private static void deleteUnusedFolder() {
        try {
            Field folder = Class.forName("ai.onnxruntime.OnnxRuntime").getDeclaredField("tempDirectory");
            folder.setAccessible(true);
            if (folder.get(null) instanceof Path path) {
                // Fails if something is in it, which is deleted at exit.
                var _ = path.toFile().delete();
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of ONNX Runtime unpacks its library otherwise", e);
        }
    }

    /**
     * To choose a default device, DJL would unpack the provider and have the runtime load it, which would write an
     * error to standard error. DJL keeps its choice in a field and has no method to make it, nor one to quieten the
     * runtime.
     */
    private static void chooseCpu(Engine runtime) {
        try {
            Field chosen = Engine.class.getDeclaredField("defaultDevice");
            chosen.setAccessible(true);
            chosen.set(runtime, Device.cpu());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of DJL chooses its device otherwise", e);
        }
    }
}
