// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server;

/** What clients are spoken to in: how requests are read, and what answers and errors look like. */
public enum Contract {
    /** The service's own interface: every member it knows, errors as one text. */
    DOCUMENT,
    /** The same, with the members of the upstream contract only. */
    STRICT,
    /** The upstream contract as its own clients know it: its limits, confidences, errors and model list. */
    FULL
}
