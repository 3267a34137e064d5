// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import java.util.Optional;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.gate.PrecisionReport;

/**
 * The precision that a resident checkpoint computes in.
 *
 * @param report what the gate found, if a reduced precision was asked for
 */
public record ServedPrecision(Precision precision, Optional<PrecisionReport> report) {
    static ServedPrecision of(Resident resident) {
        return new ServedPrecision(resident.model().precision(), resident.report());
    }
}
