// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.List;
import java.util.Optional;

/**
 * The parts of a checkpoint that an engine needs.
 *
 * @param weights where its tensors lie
 * @param samples rows of ordinary text, by whose answers a reduced precision is judged; an engine may look at what they
 *     do to the activations before it rounds them. Empty where only float32 is asked for
 */
public record ModelSource(ModelConfig config, ModelWeights weights, List<Row> samples) {
    public ModelSource {
        samples = List.copyOf(samples);
    }

    public ModelSource(ModelConfig config, ModelWeights weights) {
        this(config, weights, List.of());
    }

    public ModelSource withSamples(List<Row> rows) {
        return new ModelSource(config, weights, rows);
    }

    /** The name of the checkpoint's folder, for the log; the file itself has the same name in every folder. */
    public String name() {
        return Optional.ofNullable(weights.file().toAbsolutePath().getParent())
                .map(folder -> String.valueOf(folder.getFileName()))
                .orElse("the checkpoint");
    }

    /**
     * The samples as one batch, in their order.
     *
     * @throws IllegalArgumentException if there are none
     */
    public RowBatch sampleRows() {
        return RowBatch.of(samples);
    }
}
