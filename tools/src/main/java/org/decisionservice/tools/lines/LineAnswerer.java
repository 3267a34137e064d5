// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.util.Map;
import java.util.function.Supplier;

/** Answers single lines. */
public interface LineAnswerer extends AutoCloseable {
    /**
     * The answer to a line.
     *
     * @param body what the service answers, without a line break; of a failure, the error as the service words it
     * @param failed whether it is an error
     */
    @SuppressWarnings("ArrayRecordComponent") // Written once, never compared.
    record AnsweredLine(byte[] body, boolean failed) {}

    /**
     * Begins to answer and returns at once.
     *
     * @param request the body of a request
     * @param length its length in bytes; if that is more than the service takes, {@code request} is only its beginning
     * @return waits for the answer
     * @throws org.decisionservice.host.ConfigurationException from the supplier, if nothing can answer
     */
    Supplier<AnsweredLine> begin(byte[] request, long length);

    /** The weights that answer, by the name of the checkpoint, as far as they are known by now. */
    Map<String, String> revisions();

    @Override
    void close();
}
