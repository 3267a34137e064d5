package org.decisionservice.engine.spi;

import java.nio.file.Path;

/**
 * A checkpoint as an engine needs it.
 *
 * @param weights the safetensors file; may be a symbolic link, as in a hub cache
 */
public record ModelSource(ModelConfig config, Path weights) {}
