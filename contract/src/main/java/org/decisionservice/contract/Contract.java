// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

/** The interface that clients use: how requests are read, and what answers and errors look like. */
public enum Contract {
    /** The service's own interface, with every member it knows and errors as a single text. */
    DOCUMENT,
    /** The service's own interface, reduced to the members of the upstream contract. */
    STRICT,
    /** The upstream contract as its own clients know it, with its limits, confidences, errors and model list. */
    FULL
}
