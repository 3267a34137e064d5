// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

/** The client that a request came from, as far as admission has to know it. Safe for any number of threads. */
public interface Caller {
    /** The address or network whose requests count as those of one client; empty if it is not known. */
    String countedAs();

    /** Whether the client has left. May look at a socket. */
    boolean departed();

    /** Whether its answer is finished and it takes longer to read it than it may while others wait. Answers at once. */
    boolean lingers();

    /** Ends its connection, so that it gives its slot up. */
    void dismiss();
}
