// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

/**
 * Is told of every finished request, on that request's thread. An implementation must never throw and must be safe for
 * any number of threads.
 */
public interface RequestObserver {
    void finished(FinishedRequest request);
}
