// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static java.lang.System.Logger.Level.DEBUG;
import static org.decisionservice.engine.spi.EngineException.Kind.UNSUPPORTED_PRECISION;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.decisionservice.engine.onnx.SessionOpener.Weighing;
import org.decisionservice.engine.onnx.graph.LargestSumsGraph;
import org.decisionservice.engine.onnx.weights.ByteRange;
import org.decisionservice.engine.spi.EngineException;

/**
 * Finds out how large bytes may be on this processor, by computing a product whose result is known. Which
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
     * @throws EngineException with {@code UNSUPPORTED_PRECISION} if there is none
     */
    ByteRange range(Path folder) throws OrtException {
        for (ByteRange range : ByteRange.values()) {
            if (isExact(range, folder)) {
                LOG.log(DEBUG, "sums of products of bytes are exact in the range {0}", range);
                return range;
            }
        }
        throw new EngineException(UNSUPPORTED_PRECISION, "this processor cuts off sums of products of bytes");
    }

    /** Whether no sum saturates with bytes of this range. */
    boolean isExact(ByteRange range, Path folder) throws OrtException {
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
