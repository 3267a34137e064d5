// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import java.util.Optional;
import java.util.SortedMap;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.gate.JudgedModel;
import org.decisionservice.host.gate.PrecisionReport;

/**
 * The precision that a resident checkpoint computes in.
 *
 * @param report what the gate found, if a reduced precision was asked for
 * @param seconds that each accepted precision took for the bundled sentences, if the fastest was asked for
 */
public record ServedPrecision(
        Precision precision, Optional<PrecisionReport> report, Optional<SortedMap<Precision, Double>> seconds) {
    static ServedPrecision of(JudgedModel judged) {
        return new ServedPrecision(judged.model().precision(), judged.report(), judged.seconds());
    }
}
