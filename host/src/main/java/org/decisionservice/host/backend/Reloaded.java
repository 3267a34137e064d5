// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

/** The outcome of a reload. */
public sealed interface Reloaded {

    /**
     * The new files are in force.
     *
     * @param revision of the new weights
     */
    record Replaced(String revision) implements Reloaded {}

    /** The files are those in force. */
    record Unchanged() implements Reloaded {}

    /**
     * The old files stay in force.
     *
     * @param reason one sentence for the operator
     */
    record Refused(String reason) implements Reloaded {}

    /**
     * No such checkpoint is served.
     *
     * @param served the names of those that are, joined for a sentence
     */
    record Unknown(String served) implements Reloaded {}
}
