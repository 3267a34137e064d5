// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.OptionalInt;

/**
 * What the deployment asks of an engine.
 *
 * @param threads compute threads of one forward pass, at least 1; empty leaves the runtime's own default
 * @param precision one of those that the provider names; a single checkpoint may still be served in float32
 */
public record EngineOptions(OptionalInt threads, Precision precision) {
    public static final EngineOptions DEFAULTS = new EngineOptions(OptionalInt.empty(), Precision.FLOAT32);
}
