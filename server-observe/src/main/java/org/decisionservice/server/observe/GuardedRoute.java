// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.ErrorForms;
import org.decisionservice.playground.Playground;

/**
 * The routes of the public port that need the key. Each of their requests counts against the rate and the share of its
 * key, holds a slot until it is answered, and is logged and counted under the label of its route.
 */
public enum GuardedRoute {
    SINGLE(DecisionRoute.SINGLE),
    BATCH(DecisionRoute.BATCH),
    DECISIONS(DecisionRoute.DECISIONS),
    GEMINI(DecisionRoute.GEMINI),
    PLAN("POST", Dialect.PLAN),
    GUARDRAIL(DecisionRoute.GUARDRAIL),
    MODELS("GET", "/v1/models"),
    MODEL("GET", "/v1/models/{id}"),
    QUESTION_SETS("GET", Dialect.QUESTION_SETS),
    MCP("POST", ErrorForms.MCP),
    DESCRIPTION("GET", "/openapi.json"),
    THRESHOLD("POST", Playground.THRESHOLD_PATH),
    LEARN("POST", Playground.LEARN_PATH);

    private final String method;
    private final String path;

    @SuppressWarnings("ImmutableEnumChecker") // an Optional of an enum is immutable
    private final Optional<DecisionRoute> decision;

    GuardedRoute(DecisionRoute decision) {
        this.method = "POST";
        this.path = decision.path();
        this.decision = Optional.of(decision);
    }

    GuardedRoute(String method, String path) {
        this.method = method;
        this.path = path;
        this.decision = Optional.empty();
    }

    /** The route whose requests {@code decision} answers. */
    public static GuardedRoute of(DecisionRoute decision) {
        return Arrays.stream(values())
                .filter(route -> route.decision.filter(decision::equals).isPresent())
                .findFirst()
                .orElseThrow();
    }

    /** The HTTP method. */
    public String method() {
        return method;
    }

    /** The path, without the prefix that a proxy strips; the first one if there are several. */
    public String path() {
        return path;
    }

    /** The decision route that this is; empty for a route that computes nothing with a checkpoint. */
    public Optional<DecisionRoute> decision() {
        return decision;
    }

    /** The name in log lines and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
