package org.decisionservice.engine.spi;

import java.util.OptionalInt;

/**
 * What the deployment asks of an engine.
 *
 * @param threads compute threads of one forward pass, at least 1; empty leaves the runtime's own default
 */
public record EngineOptions(OptionalInt threads) {
    public static final EngineOptions DEFAULTS = new EngineOptions(OptionalInt.empty());
}
