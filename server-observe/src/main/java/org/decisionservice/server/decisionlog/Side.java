// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import java.util.Optional;

/**
 * Which of two answers to a request a line has.
 *
 * @param name as the line has it
 * @param tried what was answered with; empty for what was served
 */
record Side(String name, Optional<String> tried) {
    /** The answer that the client got. */
    static final Side SERVED = new Side("served", Optional.empty());

    /** A second answer in spare time. */
    static Side shadow(String tried) {
        return new Side("shadow", Optional.of(tried));
    }
}
