// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static java.lang.System.Logger.Level.INFO;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.decisionservice.engine.onnx.SessionOpener.Weighing;
import org.decisionservice.engine.onnx.graph.LargestSumsGraph;
import org.decisionservice.engine.onnx.quantize.WeightRange;

/**
 * Finds out how large weights may be on this processor, by computing a product whose result is known. Which
 * instructions the runtime chooses for a processor is internal to it and changes between versions, but their effect on
 * the largest bytes can be measured.
 */
final class SaturationProbe {
    private static final System.Logger LOG = System.getLogger(SaturationProbe.class.getName());

    private static final int TOKENS = 16;

    private final SessionOpener sessions;

    SaturationProbe(SessionOpener sessions) {
        this.sessions = sessions;
    }

    /**
     * The largest range whose sums are correct. Takes milliseconds.
     *
     * @param folder any folder; nothing is read from it
     */
    WeightRange range(Path folder) throws OrtException {
        if (isExact(WeightRange.EIGHT_BITS, folder)) {
            return WeightRange.EIGHT_BITS;
        }
        LOG.log(INFO, "this processor cuts off sums of 8-bit products, so int8 quantises weights to 7 bits");
        return WeightRange.SEVEN_BITS;
    }

    /** Whether no sum saturates with weights of this range. */
    boolean isExact(WeightRange range, Path folder) throws OrtException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession.SessionOptions options = sessions.options(folder, Weighing.PACKED);
                OrtSession session = environment.createSession(LargestSumsGraph.model(range), options);
                OnnxTensor tokens =
                        OnnxTensor.createTensor(environment, IntBuffer.allocate(TOKENS), new long[] {TOKENS});
                OrtSession.Result result = session.run(Map.of(LargestSumsGraph.INPUT.graphName(), tokens))) {
            float exact = LargestSumsGraph.exact(range);
            for (float[] sums : (float[][]) result.get(0).getValue()) {
                for (float sum : sums) {
                    if (sum != exact) {
                        return false;
                    }
                }
            }
            return true;
        }
    }
}
