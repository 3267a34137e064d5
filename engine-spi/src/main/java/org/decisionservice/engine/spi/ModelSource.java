// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a checkpoint that an engine needs.
 *
 * @param weights the safetensors file; may be a symbolic link, as in a hub cache
 * @param probes rows of text whose answers decide whether a reduced precision is accurate enough; if empty, only
 *     float32 is used
 */
public record ModelSource(ModelConfig config, Path weights, List<Probe> probes) {
    public ModelSource {
        probes = List.copyOf(probes);
    }

    public ModelSource(ModelConfig config, Path weights) {
        this(config, weights, List.of());
    }

    public ModelSource withProbes(List<Probe> rows) {
        return new ModelSource(config, weights, rows);
    }

    /** The name of the checkpoint's folder, for the log; the file itself has the same name in every folder. */
    public String name() {
        return Optional.ofNullable(weights.toAbsolutePath().getParent())
                .map(folder -> String.valueOf(folder.getFileName()))
                .orElse("the checkpoint");
    }

    /**
     * The rows of the probes as one batch, in their order.
     *
     * @throws IllegalArgumentException if there are no probes
     */
    public RowBatch probeRows() {
        return RowBatch.of(probes.stream().map(Probe::row).toList());
    }
}
