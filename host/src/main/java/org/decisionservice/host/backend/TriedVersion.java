// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import org.decisionservice.api.Routing;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.plan.PlannedCheckpoint;
import org.decisionservice.core.routing.Route;
import org.decisionservice.host.checkpoints.CheckpointVersion;

/** A version of a checkpoint with another calibration than it answers clients by. Made for one request. */
final class TriedVersion implements PlannedCheckpoint {
    private final CheckpointVersion version;
    private final Calibration calibration;

    TriedVersion(CheckpointVersion version, Calibration calibration) {
        this.version = version;
        this.calibration = calibration;
    }

    CheckpointVersion version() {
        return version;
    }

    @Override
    public Checkpoint checkpoint() {
        return version.checkpoint();
    }

    @Override
    public Calibration calibration() {
        return calibration;
    }

    @Override
    public Routing routing(Route route) {
        return version.routing(route);
    }
}
