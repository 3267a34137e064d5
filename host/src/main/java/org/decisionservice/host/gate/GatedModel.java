// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.util.Optional;
import java.util.SortedMap;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Precision;

/**
 * A model that may serve.
 *
 * @param model in the precision that was asked for if the report accepts it, else in float32
 * @param report what the gate found, whether it accepted the precision or not; empty if nothing was compared, because
 *     float32 was asked for or the engine does not compute in less here
 * @param seconds that each accepted precision took for the bundled sentences, if the fastest was asked for
 */
public record GatedModel(
        LoadedModel model, Optional<PrecisionReport> report, Optional<SortedMap<Precision, Double>> seconds) {
    public GatedModel(LoadedModel model, Optional<PrecisionReport> report) {
        this(model, report, Optional.empty());
    }

    /** The same with another view of the model. */
    public GatedModel with(LoadedModel view) {
        return new GatedModel(view, report, seconds);
    }
}
