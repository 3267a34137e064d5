// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;

/**
 * A checkpoint before the gate.
 *
 * @param source with the rows of the probes as its samples
 * @param probes none for float32, which needs no gate
 */
record Candidate(ModelSource source, List<Probe> probes, Device device, Precision precision) {
    private static final int DIGITS = 12;

    Candidate {
        probes = List.copyOf(probes);
        source = source.withSamples(probes.stream().map(Probe::row).toList());
    }

    /** A checkpoint with the bundled sentences, unless float32 is asked for. */
    static Candidate of(Checkpoint checkpoint, Device device, Precision precision) {
        List<Probe> probes = precision == Precision.FLOAT32 ? List.of() : Probe.bundled(checkpoint);
        return new Candidate(checkpoint.source(), probes, device, precision);
    }

    /** The same checkpoint in float32. */
    Candidate inFloat32() {
        return new Candidate(source, List.of(), device, Precision.FLOAT32);
    }

    /** A digest of the probes: of every token, and of what the answers are divided by. */
    String sentences() {
        MessageDigest digest = WeightsDigest.sha256();
        for (Probe probe : probes) {
            Row row = probe.row();
            ByteBuffer numbers = ByteBuffer.allocate(Integer.BYTES * (row.length() + row.options() + 3) + Double.BYTES);
            numbers.putInt(row.length()).putInt(row.options()).putInt(row.type(row.marker(0)));
            for (int i = 0; i < row.length(); i++) {
                numbers.putInt(row.tokenId(i));
            }
            for (int slot = 0; slot < row.options(); slot++) {
                numbers.putInt(row.marker(slot));
            }
            digest.update(numbers.putDouble(probe.temperature()).array());
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }
}
