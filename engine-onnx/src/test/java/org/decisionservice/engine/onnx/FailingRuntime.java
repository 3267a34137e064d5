// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.djl.BaseModel;
import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.LambdaBlock;
import ai.onnxruntime.OrtException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The runtime, except that its models fail with the messages that they are given, wrapped as DJL wraps those of ONNX
 * Runtime.
 */
final class FailingRuntime extends Engine {
    private final Engine runtime;
    private Optional<String> whileLoading = Optional.empty();
    private Optional<String> inPasses = Optional.empty();
    private Optional<Model> last = Optional.empty();
    private int open;

    FailingRuntime(Engine runtime) {
        this.runtime = runtime;
    }

    FailingRuntime failLoading(String message) {
        whileLoading = Optional.of(message);
        return this;
    }

    FailingRuntime failPasses(String message) {
        inPasses = Optional.of(message);
        return this;
    }

    /** The runtime's own model that was created last, if any. */
    Optional<Model> last() {
        return last;
    }

    /** Models that were created and are not closed. */
    int open() {
        return open;
    }

    @Override
    public Model newModel(String name, Device device) {
        if (whileLoading.isEmpty() && inPasses.isEmpty()) {
            Model model = runtime.newModel(name, device);
            last = Optional.of(model);
            return model;
        }
        return new FailingModel(name, device);
    }

    private final class FailingModel extends BaseModel {

        FailingModel(String name, Device device) {
            super(name);
            manager = runtime.newBaseManager(device);
            open++;
        }

        @Override
        public void load(InputStream graph, Map<String, ?> options) throws MalformedModelException {
            if (whileLoading.isPresent()) {
                throw new MalformedModelException(
                        "ONNX Model cannot be loaded", new OrtException(whileLoading.orElseThrow()));
            }
            block = new LambdaBlock(_ -> {
                throw new EngineException(new OrtException(inPasses.orElseThrow()));
            });
        }

        @Override
        public void load(Path folder, String prefix, Map<String, ?> options) {
            throw new UnsupportedOperationException("the engine loads from streams");
        }

        @Override
        public void close() {
            super.close();
            open--;
        }
    }

    @Override
    public Engine getAlternativeEngine() {
        return runtime.getAlternativeEngine();
    }

    @Override
    public String getEngineName() {
        return runtime.getEngineName();
    }

    @Override
    public int getRank() {
        return runtime.getRank();
    }

    @Override
    public String getVersion() {
        return runtime.getVersion();
    }

    @Override
    public boolean hasCapability(String capability) {
        return runtime.hasCapability(capability);
    }

    @Override
    public NDManager newBaseManager() {
        return runtime.newBaseManager();
    }

    @Override
    public NDManager newBaseManager(Device device) {
        return runtime.newBaseManager(device);
    }
}
