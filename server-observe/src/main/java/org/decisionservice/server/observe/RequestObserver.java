// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

/**
 * Is told of every request when its head is read and when it is finished, on that request's thread. An implementation
 * must never throw and must be safe for any number of threads.
 */
public interface RequestObserver {
    /** A request of {@code route} has come; {@link #finished} follows. */
    default void began(GuardedRoute route) {}

    void finished(FinishedRequest request);
}
