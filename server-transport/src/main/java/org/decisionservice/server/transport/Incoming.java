// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.util.function.LongSupplier;

/**
 * A body that is being received. For any thread.
 *
 * @param bytes how much of it has arrived
 * @param refusal refuses the rest
 */
record Incoming(LongSupplier bytes, Runnable refusal) {
    /** Bytes per second at which it has to come while another request needs its slot. */
    static final int LEAST_RATE = 16 * 1024;
}
