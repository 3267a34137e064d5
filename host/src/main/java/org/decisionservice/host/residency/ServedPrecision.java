// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import java.util.Optional;
import java.util.SortedMap;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.gate.GatedModel;
import org.decisionservice.host.gate.PrecisionReport;

/**
 * The device and the precision that a resident checkpoint computes in.
 *
 * @param device that it computes on, which is the CPU too if another had no memory for it
 * @param report what the gate found, if a reduced precision was asked for
 * @param seconds that each accepted precision took for the bundled sentences, if the fastest was asked for
 */
public record ServedPrecision(
        Device device,
        Precision precision,
        Optional<PrecisionReport> report,
        Optional<SortedMap<Precision, Double>> seconds) {
    static ServedPrecision of(GatedModel gated) {
        return new ServedPrecision(gated.model().device(), gated.model().precision(), gated.report(), gated.seconds());
    }
}
