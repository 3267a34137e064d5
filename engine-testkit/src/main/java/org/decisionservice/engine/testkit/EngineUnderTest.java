// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;

/** The engine that the contracts test. */
public interface EngineUnderTest {
    EngineProvider provider();

    /** The precision that checkpoints are loaded in. */
    default Precision precision() {
        return Precision.FLOAT32;
    }

    default Tolerances tolerances() {
        return Tolerances.of(precision());
    }

    /**
     * Whether tests of many cases take all of them. A reduced precision, whose bounds are wide, and the reference
     * engine, which hardly changes, take the rest at night.
     */
    default boolean inFull() {
        return Boolean.getBoolean("nightly")
                || (precision() == Precision.FLOAT32 && !provider().name().equals("reference"));
    }

    /**
     * An engine opened with the default options. The contracts close the models that they load and leave the engine
     * open.
     */
    Engine engine();

    /** Loads onto the CPU, which every engine can compute on. */
    default LoadedModel load(SampleCheckpoint checkpoint) {
        assumeOffered(checkpoint);
        return load(engine(), checkpoint.source());
    }

    /** The same of any source, whose layout the engine offers. */
    default LoadedModel load(Engine from, ModelSource source) {
        return from.load(source, Device.CPU, precision());
    }

    /**
     * Reports the test as not run if the engine does not offer the checkpoint's layout: the service never gives it such
     * a checkpoint.
     */
    default void assumeOffered(SampleCheckpoint checkpoint) {
        assumeTrue(
                engine().optionLayouts().contains(checkpoint.layout()),
                () -> provider().name() + " does not offer the " + checkpoint.layout() + " layout");
    }
}
