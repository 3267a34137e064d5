// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

/** The phase of the service, for probes. */
public enum Phase {
    /** Checkpoints are being fetched and loaded; nothing is answered yet. */
    STARTING,
    SERVING,
    /** Admitted requests are being finished; no more are admitted. */
    STOPPING,
    /** The process cannot continue and ends. */
    FAILED
}
