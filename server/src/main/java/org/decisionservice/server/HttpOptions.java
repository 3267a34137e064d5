// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server;

import java.time.Duration;
import java.util.Optional;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.LeastRate;

/**
 * The settings that the HTTP surface needs.
 *
 * @param apiKey bearer token of the decision routes; empty leaves them open
 * @param rootPath public prefix that a proxy strips, such as {@code /p}; empty for none
 * @param contract the interface that clients use
 * @param decisions whether OpenAI's Decisions API is served beside it, at {@code /v1/decisions}
 * @param jevConfidence whether the service's own interface also has {@code x_jev_confidence}
 * @param headName the constant {@code model} of every decision response
 * @param maxConcurrent requests admitted at once, at least 1
 * @param maxTokenBudget cap on {@code max_len} and {@code head_max_len}, in tokens
 * @param bodyReadTimeout time a request may take to deliver its body
 * @param requestTimeout time a request may take from its head to its answer; empty sets no limit
 * @param callers who may call a service without a key, besides its own pages and clients
 * @param overloadStatus status of a request that is not admitted: 503, or a status that a deployment's clients retry on
 * @param docs whether the pages are served although there is a key
 * @param queue how many requests may wait to be admitted
 * @param choiceOptions maximum number of options of a choice, where the contract does not set its own
 * @param perAddress how many of the admitted and waiting requests may come from one address; 0 sets no limit
 * @param leastRate how fast a client has to send its body and to read its answer
 */
public record HttpOptions(
        Optional<String> apiKey,
        String rootPath,
        Contract contract,
        boolean decisions,
        boolean jevConfidence,
        String headName,
        int maxConcurrent,
        int maxTokenBudget,
        Duration bodyReadTimeout,
        Optional<Duration> requestTimeout,
        Callers callers,
        int overloadStatus,
        boolean docs,
        Admission.Queue queue,
        int choiceOptions,
        int perAddress,
        LeastRate leastRate) {
    /**
     * The documented defaults: no key, the service's own interface, 16 requests at once, 8192 tokens, 10 seconds for a
     * body, status 503.
     */
    public static final HttpOptions DEFAULTS = new HttpOptions(
            Optional.empty(),
            "",
            Contract.DOCUMENT,
            false,
            false,
            "laya-rl-agent",
            16,
            8192,
            Duration.ofSeconds(10),
            Optional.empty(),
            Callers.NONE,
            503,
            false,
            Admission.Queue.NONE,
            100,
            0,
            new LeastRate(1024));

    /** Whether the pages are served: always if there is no key. */
    public boolean pages() {
        return docs || apiKey.isEmpty();
    }
}
