// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;

/** The engine that the contracts test. */
public interface EngineUnderTest {
    EngineProvider provider();

    /** The options that the engine is opened with. */
    default EngineOptions options() {
        return EngineOptions.DEFAULTS;
    }

    default Tolerances tolerances() {
        return Tolerances.of(options().precision());
    }

    /**
     * An engine opened with {@link #options()}. The contracts close the models that they load and leave the engine
     * open.
     */
    Engine engine();

    /** Loads onto the CPU, which every engine can compute on. */
    default LoadedModel load(SampleCheckpoint checkpoint) {
        assumeOffered(checkpoint);
        return engine().load(checkpoint.source(), Device.CPU);
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
