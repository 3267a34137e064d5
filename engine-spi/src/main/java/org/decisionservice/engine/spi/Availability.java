// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.List;

/** Whether an engine can run on this machine, known before it is opened. */
public sealed interface Availability {

    /** The engine can run on {@code devices}, the preferred one first; never empty. */
    record Available(List<Device> devices) implements Availability {
        public Available {
            devices = List.copyOf(devices);
        }
    }

    /** The engine cannot run; {@code reason} is one sentence for an operator. */
    record Unavailable(String reason) implements Availability {}
}
