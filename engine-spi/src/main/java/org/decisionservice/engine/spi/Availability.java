// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.List;

/** What an engine says of itself before it is opened. */
public sealed interface Availability {

    /** Can run on {@code devices}, the preferred one first; never empty. */
    record Available(List<Device> devices) implements Availability {
        public Available {
            devices = List.copyOf(devices);
        }
    }

    /** Cannot run; {@code reason} is one sentence for an operator. */
    record Unavailable(String reason) implements Availability {}
}
