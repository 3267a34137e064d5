package org.decisionservice.engine.onnx;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.ModelTensors;
import org.decisionservice.engine.spi.Weights;

/** Opens a session per checkpoint on graphs that {@link DecisionGraph} writes. */
final class OnnxEngine implements Engine {
    private static final String DJL_NAME = "OnnxRuntime";

    private final ai.djl.engine.Engine runtime;
    private final EngineOptions options;
    private boolean closed;

    OnnxEngine(ai.djl.engine.Engine runtime, EngineOptions options) {
        this.runtime = runtime;
        this.options = options;
    }

    /**
     * Loads the native library, once per process.
     *
     * @throws EngineException FAILED saying why it cannot
     */
    static ai.djl.engine.Engine startRuntime() {
        try {
            UnpackedLibrary.use();
            return ai.djl.engine.Engine.getEngine(DJL_NAME);
        } catch (RuntimeException | LinkageError | AssertionError e) {
            throw new EngineException(
                    EngineException.Kind.FAILED, "ONNX Runtime does not start here: " + e.getMessage(), e);
        }
    }

    @Override
    public LoadedModel load(ModelSource source, Device device) {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
        if (!device.equals(Device.CPU)) {
            throw new EngineException(
                    EngineException.Kind.FAILED, "this build of ONNX Runtime computes on cpu only, not on " + device);
        }
        DecisionGraph graph;
        Path file;
        // The runtime maps the file itself; this mapping is only for finding what lies where.
        try (Weights weights = Weights.open(source.weights())) {
            file = weights.file();
            graph = DecisionGraph.of(
                    source.config(),
                    ModelTensors.find(source.config(), weights),
                    file.getFileName().toString());
        }
        Model model = runtime.newModel("decision", ai.djl.Device.cpu());
        try {
            open(model, graph.model(), file);
            return new OnnxModel(model, device, graph.inputs(), window(source.config()));
        } catch (OrtException | MalformedModelException | IOException | RuntimeException e) {
            model.close();
            throw RuntimeErrors.translate("loading " + source.weights().getFileName(), e);
        }
    }

    private void open(Model model, byte[] graph, Path weights)
            throws OrtException, MalformedModelException, IOException {
        // The hub cache is made of symbolic links, and the runtime refuses those that leave the folder it knows.
        String folder = String.valueOf(weights.getParent());
        try (SessionOptions session = new SessionOptions()) {
            session.setExecutionMode(SessionOptions.ExecutionMode.SEQUENTIAL);
            session.setOptimizationLevel(SessionOptions.OptLevel.ALL_OPT);
            session.setInterOpNumThreads(1);
            if (options.threads().isPresent()) {
                session.setIntraOpNumThreads(options.threads().getAsInt());
            }
            // Waiting threads sleep: requests come one at a time, and other work shares the cores.
            session.addConfigEntry("session.intra_op.allow_spinning", "0");
            // Hidden scores leave softmax as denormal numbers, on which a processor is some hundred times slower. It
            // holds
            // for the session's threads and for the thread that opens the process's first session: a model is fastest
            // on the thread that loaded it.
            session.addConfigEntry("session.set_denormal_as_zero", "1");
            session.addConfigEntry("session.model_external_initializers_file_folder_path", folder);
            // Patterns are kept per input shape, and every request has another one.
            session.setMemoryPatternOptimization(false);
            // The arena stays on: it costs less memory than it saves page faults, and passes are bounded.
            model.load(new ByteArrayInputStream(graph), Map.of("sessionOptions", session));
        } finally {
            // DJL makes an empty folder for every model it reads from a stream, before it can fail.
            Optional<Path> emptyFolder = Optional.ofNullable(model.getModelPath());
            if (emptyFolder.isPresent()) {
                Files.deleteIfExists(emptyFolder.get());
            }
        }
    }

    private static int window(ModelConfig config) {
        return switch (config.encoder()) {
            case EncoderConfig.ModernBert modern -> modern.window();
            case EncoderConfig.Bert _ -> 0;
        };
    }

    /** The runtime itself stays for the life of the process. */
    @Override
    public void close() {
        closed = true;
    }
}
