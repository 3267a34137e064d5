// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import java.util.Optional;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.gate.PrecisionReport;

/**
 * A checkpoint whose weights are in memory.
 *
 * @param version whose rows it computes
 * @param report what the gate found, if a reduced precision was asked for
 * @param revision of the weights that were loaded, which may differ from those now on disk
 * @param file that the weights were loaded from
 */
record Resident(
        CheckpointVersion version,
        LoadedModel model,
        Optional<PrecisionReport> report,
        String revision,
        WeightsFile file) {

    /** Size of the weights in memory, in bytes. */
    long bytes() {
        return WeightsSize.inMemory(
                file.loaded().size(), version.checkpoint().source().config(), model.precision());
    }
}
