// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.LeastRate;

/**
 * The settings that the HTTP surface needs.
 *
 * @param apiKey bearer token of the decision routes; empty leaves them open, unless there is a file of keys
 * @param keysFile file of keys with names, instead of the one key
 * @param rootPath public prefix that a proxy strips, such as {@code /p}; empty for none
 * @param wire what requests and answers look like
 * @param callers who may call a service without a key, besides its own pages and clients
 * @param docs when the pages are served, and what they may do
 */
public record HttpOptions(
        Optional<String> apiKey,
        Optional<Path> keysFile,
        String rootPath,
        WireOptions wire,
        Admitting admitting,
        Patience patience,
        Callers callers,
        Docs docs) {
    /** When the pages are served, and what they may do. */
    public enum Docs {
        WITHOUT_KEY,
        ALWAYS,
        /** Always, and the playground may have the service learn from labels. */
        LEARN
    }

    /**
     * Bounds on the requests that are worked on.
     *
     * @param maxConcurrent requests admitted at once, at least 1
     * @param perAddress how many of the admitted and waiting requests may come from one address; 0 sets no limit
     * @param queue how many requests may wait to be admitted
     */
    public record Admitting(int maxConcurrent, int perAddress, Admission.Queue queue) {}

    /**
     * Bounds on the time of a request.
     *
     * @param bodyReadTimeout time to deliver its body
     * @param requestTimeout time from its head to its answer; empty sets no limit
     * @param leastRate how fast a client has to send its body and to read its answer
     */
    public record Patience(Duration bodyReadTimeout, Optional<Duration> requestTimeout, LeastRate leastRate) {}

    /** The same with other requests and answers. */
    HttpOptions with(WireOptions other) {
        return new HttpOptions(apiKey, keysFile, rootPath, other, admitting, patience, callers, docs);
    }

    /** Whether the pages are served: always if there is no key. */
    public boolean pages() {
        return docs != Docs.WITHOUT_KEY || open();
    }

    /** Whether the playground may have the service learn from labels. */
    public boolean learns() {
        return docs == Docs.LEARN;
    }

    /** Whether everybody who reaches the service may ask it. */
    public boolean open() {
        return apiKey.isEmpty() && keysFile.isEmpty();
    }
}
