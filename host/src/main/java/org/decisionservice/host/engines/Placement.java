// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import java.util.Optional;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.gate.GatedEngine;
import org.decisionservice.host.gate.GatedModel;

/**
 * The engine, device and precision of a checkpoint.
 *
 * @param engineName as it is configured
 * @param engine open; several checkpoints may share it
 * @param precision as it is configured; float32 serves where the gate refuses a reduced precision. Empty takes the one
 *     that answers fastest of those that the gate accepts
 * @param mostTokens of a pass of several rows, at least 1, whatever device and engine compute best
 */
public record Placement(
        String engineName, GatedEngine engine, Device device, Optional<Precision> precision, int mostTokens) {
    /** The configured value for an empty precision. */
    public static final String AUTO = "auto";

    /**
     * Loads a checkpoint's weights.
     *
     * @param on a device, which may differ from this placement's
     * @throws EngineException as {@link GatedEngine#load}; BAD_MODEL if the engine does not compute the checkpoint's
     *     option layout
     */
    public GatedModel load(Checkpoint checkpoint, Device on) {
        requireLayout(checkpoint);
        return engine.load(checkpoint, on, asked(on));
    }

    /** The planner of a model that was loaded here: passes of as many tokens as it computes best, up to the bound. */
    public PassPlanner planner(Checkpoint checkpoint, LoadedModel model) {
        return PassPlanner.of(checkpoint.source().config(), model).atMost(mostTokens);
    }

    /** The same of a model that is still to be loaded: in float32, because nothing else is sure to serve. */
    public PassPlanner planner(Checkpoint checkpoint) {
        return PassPlanner.of(checkpoint.source().config(), device, Precision.FLOAT32)
                .atMost(mostTokens);
    }

    /** A precision that is asked of another device, and that the one that takes its place does not have, is float32. */
    private Optional<Precision> asked(Device on) {
        return on.equals(device) ? precision : precision.map(one -> engine.offers(one, on) ? one : Precision.FLOAT32);
    }

    /** As {@link GatedEngine#isUngated}. */
    public boolean isUngated(Checkpoint checkpoint, Device on) {
        return engine.isUngated(checkpoint, on, asked(on));
    }

    /**
     * Prepares a checkpoint for the next start; throws as {@link #load}.
     *
     * @return as {@link GatedEngine#prepare}
     */
    public Optional<Precision> prepare(Checkpoint checkpoint) {
        requireLayout(checkpoint);
        return engine.prepare(checkpoint, device, precision);
    }

    private void requireLayout(Checkpoint checkpoint) {
        OptionLayout layout = checkpoint.source().config().optionLayout();
        if (!engine.engine().optionLayouts().contains(layout)) {
            throw new EngineException(
                    EngineException.Kind.BAD_MODEL,
                    "rl_agent_config.json: 'option_layout' is \"" + layout + "\", which engine '" + engineName
                            + "' does not compute; choose another with SERVICE_ENGINE");
        }
    }

    /** The precision as it is configured. */
    public String asked() {
        return precision.map(Precision::toString).orElse(AUTO);
    }

    /** Describes the placement for people. The actual precision is known, and logged, only after loading. */
    @Override
    public String toString() {
        return on(device);
    }

    /** The same of a checkpoint that is loaded onto a device, which may differ from this placement's. */
    public String on(Device other) {
        String place = engineName + " on " + other + " in ";
        if (precision.isEmpty()) {
            return place + "the fastest precision that keeps the answers";
        }
        Precision one = precision.get();
        if (one == Precision.FLOAT32) {
            return place + one;
        }
        return engine.offers(one, other)
                ? place + one + ", in float32 if " + one + " would change the answers"
                : place + "float32, because it has no " + one + " there";
    }
}
