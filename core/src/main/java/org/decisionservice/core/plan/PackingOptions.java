// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.Optional;
import org.decisionservice.api.Controls;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.WindowAllowance;
import org.decisionservice.core.rounds.Approach;

/**
 * Options for making rows of requests.
 *
 * @param splitsChoices whether a choice with more options than fit into a row is answered from several rows instead of
 *     being refused
 * @param approach in how many rows and rounds a question is asked
 * @param windows whether states that are too long for a row are read in windows, and not cut, if the request does not
 *     say
 * @param returnsStateVectors whether responses have the encoder's vectors of the state, for whoever learns; the
 *     checkpoint then answers alone, by its own numbers, because what is learned is fitted to these
 */
public record PackingOptions(boolean splitsChoices, Approach approach, boolean windows, boolean returnsStateVectors) {
    /** The service's own defaults: one row and one round for each question. */
    public static final PackingOptions DEFAULTS = new PackingOptions(false, Approach.PLAIN, false);

    /** Options of a service, whose responses have no vectors. */
    public PackingOptions(boolean splitsChoices, Approach approach, boolean windows) {
        this(splitsChoices, approach, windows, false);
    }

    /** The same with the encoder's vectors in the responses, which the checkpoint gives alone. */
    public PackingOptions returningStateVectors() {
        return new PackingOptions(splitsChoices, approach, windows, true);
    }

    /** The windows that a request with these controls may have; empty if its states are to be cut. */
    public Optional<WindowAllowance> allowance(Controls controls) {
        return controls.windows().orElse(windows)
                ? Optional.of(new WindowAllowance(WindowAllowance.MOST))
                : Optional.empty();
    }

    /**
     * A packer for one request.
     *
     * @param windows what the request may still have; empty cuts states that are too long for a row
     */
    RowPacker packer(Checkpoint checkpoint, Controls controls, Optional<WindowAllowance> windows) {
        RowPacker packer = RowPacker.of(checkpoint, controls, splitsChoices, windows);
        return approach.hasRounds() ? packer.remembering() : packer;
    }
}
