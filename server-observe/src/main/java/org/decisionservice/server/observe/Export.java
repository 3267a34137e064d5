// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The collector that traces are sent to, and their selection.
 *
 * @param collector of OTLP over HTTP, without the path of the traces
 * @param headers of every request to it; may hold secrets
 * @param resource attributes of this service, besides its version
 */
public record Export(
        URI collector, SequencedMap<String, String> headers, SequencedMap<String, String> resource, Sampling sampling) {
    /**
     * The traces that are sent.
     *
     * @param parents whether a client's decision about its trace wins
     * @param share of all others, from 0 to 1
     */
    public record Sampling(boolean parents, double share) {}

    public Export {
        headers = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(headers));
        resource = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(resource));
    }

    /** Headers may hold secrets. */
    @Override
    public String toString() {
        return "Export[" + collector + ", " + headers.size() + " headers]";
    }
}
