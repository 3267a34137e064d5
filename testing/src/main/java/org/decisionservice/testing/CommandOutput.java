// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The two standard streams of a command, kept in memory. */
public final class CommandOutput {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Forgets what was written so far. */
    public void reset() {
        out.reset();
        err.reset();
    }

    public PrintStream out() {
        return new PrintStream(out, true, StandardCharsets.UTF_8);
    }

    public PrintStream err() {
        return new PrintStream(err, true, StandardCharsets.UTF_8);
    }

    /** The text on standard output. */
    public String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The text on standard error. */
    public String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
