// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.nio.file.Path;
import java.util.List;

/**
 * A checkpoint as an engine needs it.
 *
 * @param weights the safetensors file; may be a symbolic link, as in a hub cache
 * @param probes rows by whose answers a reduced precision is judged; without any there is only float32
 */
public record ModelSource(ModelConfig config, Path weights, List<Row> probes) {
    public ModelSource {
        probes = List.copyOf(probes);
    }

    public ModelSource(ModelConfig config, Path weights) {
        this(config, weights, List.of());
    }

    public ModelSource withProbes(List<Row> rows) {
        return new ModelSource(config, weights, rows);
    }
}
