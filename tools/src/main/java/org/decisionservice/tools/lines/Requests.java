// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.IOException;
import java.util.Iterator;

/**
 * Requests in their order, each as a line. They were looked at once from the first to the last before any is answered.
 */
public interface Requests {
    /** SHA-256 of what they were read from, as hex digits. */
    String digest();

    /** Their number. */
    long lines();

    /** Begins to read them. */
    Reading open() throws IOException;

    /** Requests that are being read. */
    interface Reading extends Iterator<Line>, AutoCloseable {
        @Override
        void close() throws IOException;
    }
}
