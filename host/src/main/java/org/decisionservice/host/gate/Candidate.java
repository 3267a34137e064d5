// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.util.List;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;

/**
 * A checkpoint that is to be judged.
 *
 * @param source with the rows of the probes as its samples
 * @param precision not float32
 */
record Candidate(ModelSource source, List<Probe> probes, Device device, Precision precision) {
    Candidate {
        probes = List.copyOf(probes);
        source = source.withSamples(probes.stream().map(Probe::row).toList());
    }
}
