// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.Optional;
import java.util.Set;
import org.decisionservice.contract.request.QuestionSetFolder;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.contract.request.StateCleaning;

/**
 * The choices of a deployment about requests and answers on the wire.
 *
 * @param contract the interface that clients use
 * @param decisions the routes of other Decisions APIs that are served beside it
 * @param mcp whether agents are served by the Model Context Protocol
 * @param jevConfidence whether the service's own interface also has {@code x_jev_confidence}
 * @param headName the constant {@code model} of every decision response
 * @param maxTokenBudget cap on {@code max_len} and {@code head_max_len}, in tokens
 * @param choiceOptions maximum number of options of a choice, where the contract does not set its own
 * @param overloadStatus status of a request that is not admitted: 503, or a status that a deployment's clients retry on
 * @param labelled whether files of what labels say are served, so that requests can ask for what these say
 * @param sources of questions besides those that requests have themselves
 * @param cleaning of states; empty if none is cleaned
 * @param plans whether a request may be planned without being answered
 * @param explains whether a request may ask which parts of its state the answers depend on
 */
public record WireOptions(
        Contract contract,
        Set<DecisionRoute> decisions,
        boolean mcp,
        boolean jevConfidence,
        String headName,
        int maxTokenBudget,
        int choiceOptions,
        int overloadStatus,
        boolean labelled,
        QuestionSources sources,
        Optional<StateCleaning> cleaning,
        boolean plans,
        boolean explains) {
    /** The documented defaults: the service's own interface, 8192 tokens, 100 options, status 503. */
    public static final WireOptions DEFAULTS = new WireOptions(
            Contract.DOCUMENT,
            Set.of(),
            false,
            false,
            "laya-rl-agent",
            8192,
            100,
            503,
            false,
            QuestionSources.NONE,
            Optional.empty(),
            false,
            false);

    public WireOptions {
        decisions = Set.copyOf(decisions);
    }

    /** Whether OpenAI's Decisions API is served. */
    public boolean openAiDecisions() {
        return decisions.contains(DecisionRoute.DECISIONS);
    }

    /** Whether Google's Decisions API is served. */
    public boolean geminiDecisions() {
        return decisions.contains(DecisionRoute.GEMINI);
    }

    /** Whether one of the question sets is a guardrail, which is served then. */
    public boolean guardrail() {
        return sources.sets().flatMap(QuestionSetFolder::guardrail).isPresent();
    }

    /** The same where files of what labels say are served. */
    public WireOptions labels() {
        return with(contract, true, sources, cleaning, explains);
    }

    /** The same where answers may be explained. */
    public WireOptions explaining() {
        return with(contract, labelled, sources, cleaning, true);
    }

    /** The same in another contract. */
    public WireOptions with(Contract other) {
        return with(other, labelled, sources, cleaning, explains);
    }

    /** The same with other sources of questions. */
    public WireOptions with(QuestionSources other) {
        return with(contract, labelled, other, cleaning, explains);
    }

    /** The same with states cleaned. */
    public WireOptions with(StateCleaning other) {
        return with(contract, labelled, sources, Optional.of(other), explains);
    }

    private WireOptions with(
            Contract itsContract,
            boolean itsLabels,
            QuestionSources itsSources,
            Optional<StateCleaning> itsCleaning,
            boolean itsExplanations) {
        return new WireOptions(
                itsContract,
                decisions,
                mcp,
                jevConfidence,
                headName,
                maxTokenBudget,
                choiceOptions,
                overloadStatus,
                itsLabels,
                itsSources,
                itsCleaning,
                plans,
                itsExplanations);
    }
}
