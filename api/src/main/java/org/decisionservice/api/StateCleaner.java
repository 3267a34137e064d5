// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

/**
 * Takes out of a state what its author did not newly write. It is found by {@link java.util.ServiceLoader}, has no
 * state of its own and is safe for any number of threads.
 */
public interface StateCleaner {
    /** Its name in requests and settings, such as {@code email}. */
    String name();

    /**
     * Cleans a state; what is of no kind that this knows stays as it is.
     *
     * @param state as the client sent it, of any size that a body may have
     */
    Cleaned clean(JsonValue state);

    /**
     * A state that was cleaned.
     *
     * @param state what is left, never blank unless it was before
     * @param cleaning what was taken out
     */
    record Cleaned(JsonValue state, Cleaning cleaning) {}
}
