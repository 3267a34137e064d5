// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.contract.gemini.GeminiErrors;
import org.decisionservice.contract.openai.OpenAiErrors;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.contract.response.ContractProjection;
import org.decisionservice.contract.response.DocumentProjection;
import org.decisionservice.contract.response.ErrorForm;
import org.decisionservice.contract.response.MessageErrors;
import org.decisionservice.contract.response.Projection;
import org.decisionservice.contract.response.StrictProjection;
import org.decisionservice.contract.response.TextErrors;
import org.decisionservice.contract.response.TypedErrors;

/**
 * Everything that differs between contracts on the wire, in one place.
 *
 * @param rules what a request may hold
 * @param projection which members answers have
 * @param errors the form of errors, by path
 * @param requestIds the headers that carry the id of an exchange back
 * @param logsTruncation whether the log is the only place that records a cut state
 * @param listsModels whether {@code GET /v1/models} exists
 * @param listsQuestionSets whether {@code GET /v1/question-sets} exists
 * @param plans whether requests may be planned without being answered
 * @param guardrail whether {@link DecisionRoute#GUARDRAIL} exists
 */
public record Dialect(
        RequestRules rules,
        Projection projection,
        ErrorForms errors,
        List<String> requestIds,
        boolean logsTruncation,
        boolean listsModels,
        boolean listsQuestionSets,
        boolean plans,
        boolean guardrail) {
    /** The header that carries the id of an exchange in both directions. */
    public static final String REQUEST_ID = "X-Request-Id";

    /** The path of the list of question sets. */
    public static final String QUESTION_SETS = "/v1/question-sets";

    /** The path at which a request is planned without being answered. */
    public static final String PLAN = DecisionRoute.SINGLE.path() + "/plan";

    private static final String UPSTREAM_REQUEST_ID = "x-typesafe-request-id";

    public Dialect {
        requestIds = List.copyOf(requestIds);
    }

    /** Whether OpenAI's Decisions API is served. */
    public boolean decisions() {
        return errors.openAi().isPresent();
    }

    /** The routes, for the answer to a request for an unknown path. */
    public String routes() {
        List<String> all = methodsAndPaths();
        return String.join(", ", all.subList(0, all.size() - 1)) + " and " + all.getLast();
    }

    /** The paths of these routes. */
    public Set<String> paths() {
        return methodsAndPaths().stream()
                .map(route -> route.substring(route.indexOf('/')))
                .collect(Collectors.toUnmodifiableSet());
    }

    private List<String> methodsAndPaths() {
        List<String> all = new ArrayList<>(List.of("GET /health"));
        if (listsModels) {
            all.add("GET /v1/models");
        }
        if (listsQuestionSets) {
            all.add("GET " + QUESTION_SETS);
        }
        if (decisions()) {
            all.add("POST " + DecisionRoute.DECISIONS.path());
        }
        if (errors.gemini().isPresent()) {
            all.add("POST " + DecisionRoute.GEMINI.path());
        }
        if (guardrail) {
            all.add("POST " + DecisionRoute.GUARDRAIL.path());
        }
        if (errors.mcp().isPresent()) {
            all.add("POST " + ErrorForms.MCP);
        }
        all.addAll(List.of("POST /v1/systemone", "POST /v1/systemone/batch"));
        if (plans) {
            all.add("POST " + PLAN);
        }
        return all;
    }

    /** The contract that the deployment speaks. */
    public static Dialect of(WireOptions options) {
        Optional<ErrorForm> openAi =
                options.openAiDecisions() ? Optional.of(new OpenAiErrors(options.overloadStatus())) : Optional.empty();
        Optional<ErrorForm> gemini =
                options.geminiDecisions() ? Optional.of(new GeminiErrors(options.overloadStatus())) : Optional.empty();
        Optional<ErrorForm> mcp = options.mcp() ? Optional.of(new MessageErrors()) : Optional.empty();
        boolean sets = options.sources().sets().isPresent();
        return switch (options.contract()) {
            case DOCUMENT ->
                new Dialect(
                        RequestRules.DOCUMENT.withChoiceOptions(options.choiceOptions()),
                        new DocumentProjection(options.jevConfidence()),
                        new ErrorForms(new TextErrors(), openAi, gemini, mcp),
                        List.of(REQUEST_ID),
                        false,
                        options.openAiDecisions(),
                        sets,
                        options.plans(),
                        options.guardrail());
            case STRICT ->
                new Dialect(
                        RequestRules.DOCUMENT.withChoiceOptions(options.choiceOptions()),
                        new StrictProjection(),
                        new ErrorForms(new TextErrors(), openAi, gemini, mcp),
                        List.of(REQUEST_ID),
                        true,
                        options.openAiDecisions(),
                        sets,
                        options.plans(),
                        options.guardrail());
            case FULL ->
                new Dialect(
                        RequestRules.CONTRACT,
                        new ContractProjection(),
                        new ErrorForms(new TypedErrors(), openAi, gemini, mcp),
                        List.of(REQUEST_ID, UPSTREAM_REQUEST_ID),
                        false,
                        true,
                        sets,
                        options.plans(),
                        options.guardrail());
        };
    }
}
