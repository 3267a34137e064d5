// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.Optional;

/**
 * The passes and results that requests share with each other.
 *
 * @param coalesces whether requests that wait at the same time share passes
 * @param cache what earlier requests computed; empty computes everything
 */
public record Sharing(boolean coalesces, Optional<LogitsCache> cache) {
    /** Nothing. */
    public static final Sharing NONE = new Sharing(false, Optional.empty());
}
