// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.util.Optional;
import org.decisionservice.engine.spi.Reduction;

/**
 * What the gate has decided about a candidate.
 *
 * @param accepted what serves; empty if float32 does
 * @param report about that variant, or about the last one that was refused
 */
record Verdict(Optional<Reduction.Variant> accepted, PrecisionReport report) {}
