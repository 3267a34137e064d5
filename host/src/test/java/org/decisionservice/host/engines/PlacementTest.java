// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Optional;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.gate.GatedEngine;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.Test;

class PlacementTest {
    /** {@code ScriptedEngine} offers what an engine offers that knows nothing of layouts. */
    @Test
    void layoutThatTheEngineDoesNotComputeIsRefusedByName() {
        Checkpoint sequential = Catalogues.tiny(CheckpointName.ENGLISH).checkpoint();
        ModelSource source = sequential.source();
        Checkpoint parallel =
                sequential.withSource(new ModelSource(source.config().with(OptionLayout.PARALLEL), source.weights()));
        Placement placement = new Placement(
                "one", GatedEngine.of(new ScriptedEngine()), Device.CPU, Optional.of(Precision.FLOAT32), 131_072);
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> placement.load(parallel, Device.CPU))
                .withMessage(
                        "rl_agent_config.json: 'option_layout' is \"parallel\", which engine 'one' does not compute;"
                                + " choose another with SERVICE_ENGINE")
                .extracting(EngineException::kind)
                .isEqualTo(EngineException.Kind.BAD_MODEL);
    }
}
