// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.djl.engine.Engine;
import java.io.IOException;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.RootCause;

/** Starts ONNX Runtime, once per process: Java does not try classes that failed a second time, nor say why they did. */
final class RuntimeStart {
    private static final String DJL_NAME = "OnnxRuntime";
    private static final String FAILED = "ONNX Runtime does not start here: ";

    private sealed interface Outcome {
        record Started(Engine runtime) implements Outcome {}

        record Failed(EngineException error) implements Outcome {}
    }

    /** Begins with the first use of the class. */
    private static final class Once {
        static final Outcome OUTCOME = start();
    }

    private RuntimeStart() {}

    /**
     * Loads the native library, the first time.
     *
     * @throws EngineException FAILED saying why it cannot
     */
    static Engine runtime() {
        return switch (Once.OUTCOME) {
            case Outcome.Started(Engine runtime) -> runtime;
            case Outcome.Failed(EngineException error) -> throw error;
        };
    }

    private static Outcome start() {
        try (RuntimeLibrary _ = RuntimeLibrary.provide()) {
            return new Outcome.Started(Engine.getEngine(DJL_NAME));
        } catch (IOException e) {
            return new Outcome.Failed(new EngineException(
                    EngineException.Kind.FAILED,
                    FAILED + "its library cannot be unpacked into " + System.getProperty("java.io.tmpdir")
                            + ", the directory for temporary files: " + RootCause.of(e)
                            + "; make it a directory with 30 MB of room, or name another one with"
                            + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=...",
                    e));
        } catch (RuntimeException | LinkageError | AssertionError e) {
            return new Outcome.Failed(new EngineException(EngineException.Kind.FAILED, FAILED + RootCause.of(e), e));
        }
    }
}
