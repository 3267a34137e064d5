// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

/** How far the service is, for probes. */
public enum Phase {
    /** Checkpoints are being fetched and loaded; nothing is answered yet. */
    STARTING,
    SERVING,
    /** What was admitted is being finished; nothing more is admitted. */
    STOPPING,
    /** The process cannot go on and ends. */
    FAILED
}
