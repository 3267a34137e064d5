// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.djl.Model;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineException.Kind;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The engine where its device fails. The runtime's words are scripted; what the engine does with them, from the
 * session's options to the kind that the service acts on, is not.
 */
class DeviceFailuresTest {
    private static final ModelSource SOURCE = SampleCheckpoint.ENGLISH.source();

    private final FailingRuntime runtime = new FailingRuntime(RuntimeStart.runtime());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FLOAT32 | OUT_OF_DEVICE_MEMORY | CUDA failure 2: out of memory
            INT8    | OUT_OF_DEVICE_MEMORY | Failed to allocate memory for requested buffer of size 206045184
            FLOAT32 | OUT_OF_DEVICE_MEMORY | CUBLAS failure 1: CUBLAS_STATUS_NOT_INITIALIZED
            FLOAT32 | DEVICE_LOST          | CUDA failure 46: all CUDA-capable devices are busy or unavailable
            FLOAT32 | FAILED               | CUDA failure 101: invalid device ordinal
            """)
    void aLoadThatTheDeviceRefusesHasItsKindAndLeavesNothing(Precision precision, Kind kind, String message) {
        try (Engine engine = engine()) {
            runtime.failLoading(message + " ; GPU=0 ; hostname=h");
            EngineException error =
                    catchThrowableOfType(EngineException.class, () -> engine.load(SOURCE, Device.CPU, precision));
            assertThat(error).hasMessageStartingWith("loading model.safetensors: " + message);
            assertThat(error.kind()).isEqualTo(kind);
            assertThat(runtime.open()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OUT_OF_DEVICE_MEMORY | CUDA failure 2: out of memory
            OUT_OF_DEVICE_MEMORY | Available memory of 1024 is smaller than requested bytes of 4096
            DEVICE_LOST          | CUDA failure 700: an illegal memory access was encountered
            DEVICE_LOST          | CUDA failure 999: unknown error
            FAILED               | indices element out of data bounds
            """)
    void aPassThatTheDeviceFailsHasItsKindAndTheModelCanBeClosed(Kind kind, String message) {
        try (Engine engine = engine()) {
            runtime.failPasses(message + " ; GPU=0 ; hostname=h");
            try (LoadedModel model = engine.load(SOURCE, Device.CPU, Precision.FLOAT32)) {
                EngineException error =
                        catchThrowableOfType(EngineException.class, () -> model.forward(SOURCE.sampleRows()));
                assertThat(error).hasMessageStartingWith("forward pass: " + message);
                assertThat(error.kind()).isEqualTo(kind);
                assertThat(runtime.open()).isEqualTo(1);
            }
            assertThat(runtime.open()).isZero();
        }
    }

    /** The run that gives memory back fails here because it has no inputs, as it may on a GPU that is full. */
    @Test
    void memoryThatCannotBeGivenBackFailsNothing() {
        int[] tokens = Arrays.copyOf(new int[] {1, 2, 3}, 3000);
        List<Row> rows = List.of(new Row(tokens, new int[] {1, 2}, 0));
        OptionLayout layout = SOURCE.config().optionLayout();
        try (Engine engine = engine();
                LoadedModel loaded = engine.load(SOURCE, Device.CPU, Precision.FLOAT32)) {
            Model model = runtime.last().orElseThrow();
            Logits before = loaded.forward(RowBatch.of(rows));
            String said = logOfMemory(() -> PassMemory.giveBack(model, Device.CPU, Set.of(), 0, layout));
            assertThat(said).contains("a pass keeps its memory", "OrtException");
            assertThat(loaded.forward(RowBatch.of(rows)).optionLogit(0, 1)).isEqualTo(before.optionLogit(0, 1));
        }
    }

    /** What is logged about the memory of passes meanwhile. */
    private static String logOfMemory(Runnable work) {
        Logger logger = Logger.getLogger(PassMemory.class.getName());
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        StreamHandler handler = new StreamHandler(said, new SimpleFormatter());
        handler.setLevel(Level.ALL);
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
        try {
            work.run();
        } finally {
            logger.removeHandler(handler);
            logger.setLevel(null);
            handler.close();
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    private Engine engine() {
        return new OnnxEngine(runtime, new EngineOptions(OptionalInt.of(1)));
    }
}
