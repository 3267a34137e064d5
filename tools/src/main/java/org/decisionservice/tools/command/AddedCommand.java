// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.util.concurrent.Callable;

/**
 * A command in a jar of its own, with its libraries, in a folder of {@code commands/}. It is found by
 * {@link java.util.ServiceLoader}, and nothing of it is loaded unless it is named.
 */
public interface AddedCommand {
    /** The word that names it; one of {@link Program#ADDED}. */
    String name();

    /** The command, with picocli's annotations; it returns the exit status. */
    Callable<Integer> of(Program program);
}
