// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The terminal that a process was started from. SIGHUP has two senders: somebody who wants files to be read again, and
 * the kernel when a terminal is closed. In the second case the process has no terminal any more.
 */
public final class Terminal {
    private static final Path CONTROLLING = Path.of("/dev/tty");

    private final boolean had;

    private Terminal(boolean had) {
        this.had = had;
    }

    /** The terminal as it is when the process starts. */
    public static Terminal ofStart() {
        return new Terminal(exists());
    }

    /** Whether there was a terminal, and it was closed. */
    public boolean closed() {
        return had && !exists();
    }

    /** Only a process with a controlling terminal can open this file; opening it neither waits nor reads. */
    private static boolean exists() {
        try (FileChannel _ = FileChannel.open(CONTROLLING, StandardOpenOption.READ)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
