// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The routes that answer decision requests. */
public enum DecisionRoute {
    SINGLE("/v1/systemone"),
    BATCH("/v1/systemone/batch"),
    /** OpenAI's; a service has it only if it is configured. */
    DECISIONS("/v1/decisions"),
    /**
     * Google's, at the versions that its clients can ask for; a service has it only if it is configured. They ask for
     * v1 unless they are told otherwise, and that path is OpenAI's too.
     */
    GEMINI("/v1beta/decisions", "/v1beta1/decisions", "/v1alpha/decisions"),
    /** LiteLLM's, whose gateway appends this path to the address of a guardrail. */
    GUARDRAIL("/beta/litellm_basic_guardrail_api");

    @SuppressWarnings("ImmutableEnumChecker") // what List.of makes is immutable
    private final List<String> paths;

    DecisionRoute(String... paths) {
        this.paths = List.of(paths);
    }

    /** All paths without the prefix that a proxy strips. */
    public List<String> paths() {
        return paths;
    }

    /** The path that is described, without the prefix that a proxy strips. */
    public String path() {
        return paths.getFirst();
    }

    /**
     * Returns the route at {@code path}, if there is one.
     *
     * @param configured which of {@link #DECISIONS}, {@link #GEMINI} and {@link #GUARDRAIL} the service has
     * @param googleKey whether the request has the header in which Google's clients send a key, and no others do
     */
    public static Optional<DecisionRoute> at(String path, Set<DecisionRoute> configured, boolean googleKey) {
        if (path.equals(DECISIONS.path())
                && configured.contains(GEMINI)
                && (googleKey || !configured.contains(DECISIONS))) {
            return Optional.of(GEMINI);
        }
        return Arrays.stream(values())
                .filter(route -> route.paths.contains(path))
                .filter(route -> route == SINGLE || route == BATCH || configured.contains(route))
                .findFirst();
    }

    /** The route's name in log lines and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
