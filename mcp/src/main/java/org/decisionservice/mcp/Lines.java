// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The two standard streams: one message on each line, in UTF-8. */
final class Lines {
    /** Most bytes of a message: a body of 2 MiB in which every character is an escape, and what is around it. */
    static final int MOST_BYTES = 16 * 1024 * 1024;

    private final InputStream in;
    private final PrintStream out;

    Lines(InputStream in, PrintStream out) {
        this.in = new BufferedInputStream(in);
        this.out = out;
    }

    /** A line that came. */
    sealed interface Line {
        record Text(String text) implements Line {}

        /** More than {@link #MOST_BYTES}, which nobody kept. */
        record TooLong() implements Line {}
    }

    /** Waits for the next line that is not blank; empty if there will be none. Used by one thread. */
    Optional<Line> next() {
        try {
            while (true) {
                ByteArrayOutputStream line = new ByteArrayOutputStream();
                boolean tooLong = false;
                int b = in.read();
                for (; b >= 0 && b != '\n'; b = in.read()) {
                    tooLong |= line.size() == MOST_BYTES;
                    if (!tooLong) {
                        line.write(b);
                    }
                }
                String text = line.toString(StandardCharsets.UTF_8);
                if (tooLong) {
                    return Optional.of(new Line.TooLong());
                }
                if (!text.isBlank()) {
                    return Optional.of(new Line.Text(text));
                }
                if (b < 0) {
                    return Optional.empty();
                }
            }
        } catch (IOException _) {
            // Whoever wrote to it has gone.
            return Optional.empty();
        }
    }

    /** Writes a message, which has no line break, as a whole. Used by any thread. */
    void write(String message) {
        byte[] line = (message + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            out.write(line, 0, line.length);
            out.flush();
        }
    }
}
