// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.packing.ProbeRows;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;

/**
 * The engine, device and precision of a checkpoint.
 *
 * @param engineName as it is configured
 * @param engine open; several checkpoints may share it
 * @param precision as it is configured; the engine uses float32 if a reduced precision is not sufficient
 */
public record Placement(String engineName, Engine engine, Device device, Precision precision) {

    /**
     * Loads a checkpoint's weights onto a device, which may differ from this placement's.
     *
     * @throws EngineException as the engine's {@code load}; BAD_MODEL if the engine does not compute the checkpoint's
     *     option layout
     */
    public LoadedModel load(Checkpoint checkpoint, Device device) {
        OptionLayout layout = checkpoint.source().config().optionLayout();
        if (!engine.optionLayouts().contains(layout)) {
            throw new EngineException(
                    EngineException.Kind.BAD_MODEL,
                    "rl_agent_config.json: 'option_layout' is \"" + layout + "\", which engine '" + engineName
                            + "' does not compute; choose another with SERVICE_ENGINE or SERVICE_ENGINES");
        }
        return engine.load(source(checkpoint), device);
    }

    private ModelSource source(Checkpoint checkpoint) {
        return switch (precision) {
            case FLOAT32 -> checkpoint.source();
            case BF16, INT8 -> checkpoint.source().withProbes(ProbeRows.of(checkpoint));
        };
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
