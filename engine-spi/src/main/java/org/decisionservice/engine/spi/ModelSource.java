package org.decisionservice.engine.spi;

import java.nio.file.Path;

/**
 * A checkpoint as an engine needs it.
 *
 * @param weights the safetensors file; may be a symbolic link, as in a hub cache
 * @param probes what a reduced precision is judged by; without rows there is only float32
 */
public record ModelSource(ModelConfig config, Path weights, Probes probes) {
    public ModelSource(ModelConfig config, Path weights) {
        this(config, weights, Probes.NONE);
    }

    public ModelSource withProbes(Probes others) {
        return new ModelSource(config, weights, others);
    }
}
