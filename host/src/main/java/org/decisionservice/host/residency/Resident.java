// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.host.checkpoints.CheckpointVersion;

/**
 * A checkpoint whose weights are in memory.
 *
 * @param version whose rows it computes
 * @param precision that it computes in
 * @param revision of the weights that were loaded, which may differ from those now on disk
 * @param file that the weights were loaded from
 * @param planner of its passes
 */
record Resident(
        CheckpointVersion version,
        LoadedModel model,
        ServedPrecision precision,
        String revision,
        WeightsFile file,
        PassPlanner planner) {

    ModelIdentity identity() {
        return new ModelIdentity(file.loaded(), model.precision(), model.device());
    }

    /** Size of the weights in memory, in bytes. */
    long bytes() {
        return WeightsSize.inMemory(
                file.loaded().size(), version.checkpoint().source().config(), model.precision());
    }
}
