// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import java.util.function.Consumer;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.spi.EncoderConfig;

/** Turns token ids into hidden states. */
interface Encoder {

    /**
     * New hidden states: [tokens, hidden].
     *
     * @param middle is given those in the middle of the encoder, which change or are closed after that
     * @param goesOn run before every layer; what it throws ends the pass
     */
    NDArray encode(PackedRows packed, Consumer<NDArray> middle, Runnable goesOn);

    static Encoder of(EncoderConfig config, ModelTensors.Encoder tensors, Parameters parameters) {
        return switch (config) {
            case EncoderConfig.ModernBert modern
            when tensors instanceof ModelTensors.ModernBert found -> new ModernBertEncoder(modern, found, parameters);
            case EncoderConfig.Bert bert
            when tensors instanceof ModelTensors.Bert found -> new BertEncoder(bert, found, parameters);
            case EncoderConfig.ModernBert _, EncoderConfig.Bert _ ->
                throw new IllegalArgumentException("the tensors are of another encoder than the configuration");
        };
    }
}
