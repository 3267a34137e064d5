// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;

/** Weights that a session is given in memory. Closed after the session that reads them. */
public interface WeightsInMemory extends AutoCloseable {
    /** Has a session read them instead of what is at their locations in the graph. */
    void addTo(OrtSession.SessionOptions session) throws OrtException;

    /**
     * Gives the memory back, where the system can; the weights are 0 from then on. Called once a session is open that
     * has copied them. One that had not would answer nonsense, which no gate accepts.
     */
    void trim();

    /** Idempotent. */
    @Override
    void close();
}
