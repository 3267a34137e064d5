// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.testing;

import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.host.gate.GatedEngine;
import org.decisionservice.host.residency.Residency;
import org.decisionservice.testing.Guard;
import org.decisionservice.testing.ScriptedEngine;

/** Residencies for an inference thread, with all checkpoints on one scripted engine and one device. */
public final class ScriptedResidency {
    private ScriptedResidency() {}

    public static Residency of(ScriptedEngine engine, Device device) {
        return of(engine, device, OptionalInt.empty());
    }

    /** The same with a limit on the number of loaded checkpoints. */
    public static Residency of(ScriptedEngine engine, Device device, OptionalInt most) {
        return of(engine, device, most, Precision.FLOAT32);
    }

    /** The same in a precision. */
    public static Residency of(ScriptedEngine engine, Device device, OptionalInt most, Precision precision) {
        return of(engine, device, most, precision, 131_072);
    }

    /** The same with passes of at most so many tokens. */
    public static Residency of(
            ScriptedEngine engine, Device device, OptionalInt most, Precision precision, int mostTokens) {
        GatedEngine guarded = GatedEngine.of(Guard.onInferenceThread(engine));
        return new Residency(
                _ -> new Placement("scripted", guarded, device, Optional.of(precision), mostTokens),
                device,
                most,
                InstantSource.system(),
                System::nanoTime);
    }
}
