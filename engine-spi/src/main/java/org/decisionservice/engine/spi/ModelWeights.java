// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The weights of a checkpoint: where each tensor lies. Whoever reads the headers has checked that every tensor lies
 * within its file as that was then.
 *
 * @param file the safetensors file, or the index of several
 * @param files the safetensors files that hold tensors, at least one
 * @param tensors by name, in the order of the files
 */
public record ModelWeights(Path file, List<Path> files, SequencedMap<String, TensorInfo> tensors) {
    public ModelWeights {
        files = List.copyOf(files);
        tensors = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(tensors));
    }

    /** The name of {@link #file}, for messages. */
    public String name() {
        return String.valueOf(file.getFileName());
    }
}
