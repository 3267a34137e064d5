// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

/** The task that the command line gives the program. */
public enum Command {
    SERVE,
    ONCE,
    HELP,
    VERSION,
    PRINT_CONFIG,
    PROBE
}
