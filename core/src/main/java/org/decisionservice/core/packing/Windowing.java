// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.Optional;
import org.decisionservice.api.Controls;

/**
 * A deployment's choice for states that are too long for a row.
 *
 * @param byDefault whether they are read in windows if the request does not say
 */
public record Windowing(boolean byDefault) {
    /**
     * Windows that one request may have, over all its questions and states. 64 questions about 64 states are the most
     * rows that a request without windows has.
     */
    public static final int MOST = 4096;

    /** Cuts long states unless a request asks for windows. */
    public static final Windowing DEFAULT = new Windowing(false);

    /** The windows that a request with these controls may have; empty if its states are to be cut. */
    public Optional<WindowAllowance> allowance(Controls controls) {
        return controls.windows().orElse(byDefault) ? Optional.of(new WindowAllowance(MOST)) : Optional.empty();
    }
}
