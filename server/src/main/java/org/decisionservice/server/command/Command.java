// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.command;

/** What the command line tells the program to do. */
public enum Command {
    SERVE,
    ONCE,
    HELP,
    VERSION,
    PRINT_CONFIG,
    PROBE
}
