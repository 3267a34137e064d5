// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What requests share with each other.
 *
 * @param tokens most tokens that one pass for several requests may collate; empty gives each request its own passes
 * @param cache what earlier requests computed; empty computes everything
 */
public record Sharing(OptionalInt tokens, Optional<LogitsCache> cache) {
    /** Nothing. */
    public static final Sharing NONE = new Sharing(OptionalInt.empty(), Optional.empty());
}
