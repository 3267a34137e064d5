// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.OptionalInt;

/**
 * The deployment's settings for an engine.
 *
 * @param threads compute threads of one forward pass on the CPU, at least 1; empty leaves the runtime's own default. An
 *     engine without threads of its own may ignore it; the answers are the same with any number
 */
public record EngineOptions(OptionalInt threads) {
    public static final EngineOptions DEFAULTS = new EngineOptions(OptionalInt.empty());
}
