// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.util.OptionalLong;

/** The client that a request came from, as far as admission has to know it. Safe for any number of threads. */
public interface Caller {
    /** The address or network whose requests count as those of one client; empty if it is not known. */
    String countedAs();

    /** Whether the client has left. May look at a socket. */
    boolean departed();

    /**
     * Bytes per second at which it sends its body or reads its answer, if it takes longer over that than it may while
     * others want its slot; empty if it does not. Answers at once.
     */
    OptionalLong lingering();

    /** Whether its body comes so slowly that it {@link #lingering lingers}, or will in a moment. Answers at once. */
    boolean stalls();

    /** Refuses its body, or ends its connection, so that it gives its slot up. */
    void dismiss();
}
