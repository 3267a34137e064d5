// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.engine.onnx.weights.WeightsInMemory;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;

/** Opens sessions with the same settings. */
final class SessionOpener {
    /** Weights of fewer bytes are part of a saved graph. */
    private static final String SMALLEST_SAVED = "1024";

    private final OptionalInt threads;

    /** How the runtime holds weights. */
    enum Weighing {
        /** Copies them into the order in which its matrix products read them. */
        PACKED,
        /** Leaves them in the mapped file. Passes are slower, but the system can reclaim all of the memory. */
        MAPPED,
        /**
         * Leaves them in the mapped file, in which {@link SessionOpener#save} has put the packed copies too. The graph
         * is taken as it stands, because a graph that is optimized once more would no longer find them.
         */
        PREPARED
    }

    SessionOpener(OptionalInt threads) {
        this.threads = threads;
    }

    /**
     * Opens a session for a model that has none.
     *
     * @param graph an ONNX model
     * @param folder folder that the locations of its weights are relative to, with symbolic links resolved; the runtime
     *     rejects locations outside it
     * @param inMemory weights that are used instead of those at their locations; closed after the model
     * @param precision that products are computed in
     */
    void open(
            Model model,
            byte[] graph,
            Path folder,
            Weighing weighing,
            Optional<WeightsInMemory> inMemory,
            Device device,
            Precision precision)
            throws OrtException, MalformedModelException, IOException {
        try (SessionOptions session = options(folder, weighing)) {
            if (inMemory.isPresent()) {
                inMemory.get().addTo(session);
            }
            CudaSupport.addTo(session, device, precision);
            model.load(new ByteArrayInputStream(graph), Map.of("sessionOptions", session));
        } finally {
            // DJL creates an empty folder for every model that it reads from a stream, even if reading fails.
            Optional<Path> emptyFolder = Optional.ofNullable(model.getModelPath());
            if (emptyFolder.isPresent()) {
                Files.deleteIfExists(emptyFolder.get());
            }
        }
    }

    /**
     * Writes the graph as the runtime has optimized it for this processor, and beside it all of its weights, as they
     * are and packed. A session with {@link Weighing#PREPARED} maps them.
     *
     * @param folder of the weights of {@code graph}, as for {@link #open}
     * @param model file to write
     * @param weights name of the file beside it
     */
    void save(byte[] graph, Path folder, Path model, String weights) throws OrtException {
        try (SessionOptions session = options(folder, Weighing.PACKED)) {
            session.setOptimizedModelFilePath(model.toString());
            session.addConfigEntry("session.optimized_model_external_initializers_file_name", weights);
            session.addConfigEntry("session.optimized_model_external_initializers_min_size_in_bytes", SMALLEST_SAVED);
            session.addConfigEntry("session.save_external_prepacked_constant_initializers", "1");
            // The runtime warns on standard error that the file is for this processor, which is known.
            session.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
            OrtEnvironment.getEnvironment().createSession(graph, session).close();
        }
    }

    /** The settings of a session on the CPU; the caller closes them. */
    SessionOptions options(Path folder, Weighing weighing) throws OrtException {
        SessionOptions session = new SessionOptions();
        session.setExecutionMode(SessionOptions.ExecutionMode.SEQUENTIAL);
        session.setOptimizationLevel(
                weighing == Weighing.PREPARED ? SessionOptions.OptLevel.NO_OPT : SessionOptions.OptLevel.ALL_OPT);
        session.setInterOpNumThreads(1);
        if (threads.isPresent()) {
            session.setIntraOpNumThreads(threads.getAsInt());
        }
        // Waiting threads sleep, because requests come one at a time and other work shares the cores.
        session.addConfigEntry("session.intra_op.allow_spinning", "0");
        // Masked scores leave softmax as denormal numbers, with which a processor is about a hundred times slower. The
        // setting applies to the session's threads and to the thread that opens the process's first session, so a model
        // is fastest on the thread that loaded it.
        session.addConfigEntry("session.set_denormal_as_zero", "1");
        // The fused operator takes twice as long as the addition and the GELU that it replaces.
        session.addConfigEntry("optimization.disable_specified_optimizers", "BiasGeluFusion");
        session.addConfigEntry("session.model_external_initializers_file_folder_path", folder.toString());
        session.addConfigEntry("session.disable_prepacking", weighing == Weighing.MAPPED ? "1" : "0");
        // Patterns are kept per input shape, and every request has a different shape.
        session.setMemoryPatternOptimization(false);
        // The arena stays on: passes are bounded, so it costs little memory, and it saves many page faults.
        return session;
    }
}
