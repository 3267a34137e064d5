// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.List;
import java.util.Optional;

/** Whether an engine can run on this machine, known before it is opened. */
public sealed interface Availability {

    /**
     * The engine can run.
     *
     * @param devices the preferred one first; never empty
     * @param withoutCuda why no CUDA device is among them, one sentence for an operator; empty if one is
     * @param builtForCuda whether somebody will want to know that: a build for CUDA is installed, or a GPU's driver is
     */
    record Available(List<Device> devices, Optional<String> withoutCuda, boolean builtForCuda) implements Availability {
        public Available {
            devices = List.copyOf(devices);
        }

        /** A build for the CPU. */
        public Available(List<Device> devices, Optional<String> withoutCuda) {
            this(devices, withoutCuda, false);
        }

        /** An engine with nothing to say about devices that it does not list. */
        public Available(List<Device> devices) {
            this(devices, Optional.empty());
        }
    }

    /** The engine cannot run; {@code reason} is one sentence for an operator. */
    record Unavailable(String reason) implements Availability {}
}
