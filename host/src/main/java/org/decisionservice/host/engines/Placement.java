// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.gate.GatedEngine;
import org.decisionservice.host.gate.JudgedModel;

/**
 * The engine, device and precision of a checkpoint.
 *
 * @param engineName as it is configured
 * @param engine open; several checkpoints may share it
 * @param precision as it is configured; float32 serves where the gate refuses a reduced precision
 */
public record Placement(String engineName, GatedEngine engine, Device device, Precision precision) {

    /**
     * Loads a checkpoint's weights onto a device, which may differ from this placement's.
     *
     * @throws EngineException as {@link GatedEngine#load}; BAD_MODEL if the engine does not compute the checkpoint's
     *     option layout
     */
    public JudgedModel load(Checkpoint checkpoint, Device device) {
        OptionLayout layout = checkpoint.source().config().optionLayout();
        if (!engine.engine().optionLayouts().contains(layout)) {
            throw new EngineException(
                    EngineException.Kind.BAD_MODEL,
                    "rl_agent_config.json: 'option_layout' is \"" + layout + "\", which engine '" + engineName
                            + "' does not compute; choose another with SERVICE_ENGINE or SERVICE_ENGINES");
        }
        return engine.load(checkpoint, device, precision);
    }

    /** Describes the placement for people. The actual precision is known, and logged, only after loading. */
    @Override
    public String toString() {
        String wanted = engineName + " on " + device + " in " + precision;
        return switch (precision) {
            case FLOAT32 -> wanted;
            case BF16, INT8 -> wanted + ", in float32 if " + precision + " would change the answers";
        };
    }
}
