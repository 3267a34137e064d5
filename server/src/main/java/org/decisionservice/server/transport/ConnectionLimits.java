// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.time.Duration;

/**
 * What the connections of one listener may take.
 *
 * @param most open at once, at least 1
 * @param headTimeout from a head's first byte to its end
 * @param idleTimeout without a request, or in one write that the client does not read
 */
public record ConnectionLimits(int most, Duration headTimeout, Duration idleTimeout) {}
