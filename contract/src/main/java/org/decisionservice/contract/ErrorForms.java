// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.List;
import java.util.Optional;
import org.decisionservice.contract.response.ErrorForm;

/**
 * The form of errors, by path: a service may have clients of several contracts.
 *
 * @param systemOne the form at every other path
 * @param openAi the form at the paths of OpenAI's API; empty if that API is not served
 * @param gemini the form at the paths of Google's API; empty if that API is not served
 * @param mcp the form at {@link #MCP}; empty if agents are not served
 */
public record ErrorForms(
        ErrorForm systemOne, Optional<ErrorForm> openAi, Optional<ErrorForm> gemini, Optional<ErrorForm> mcp) {
    /** The path at which agents post the messages of the Model Context Protocol. */
    public static final String MCP = "/mcp";

    private static final String DECISIONS = DecisionRoute.DECISIONS.path();
    /** Clients of Google's API put every route of it below a version. */
    private static final List<String> VERSIONS = DecisionRoute.GEMINI.paths().stream()
            .map(path -> path.substring(0, path.lastIndexOf('/') + 1))
            .toList();

    private static final String MODEL = "/v1/models/";

    /**
     * The form of errors at {@code path}, routed or not.
     *
     * @param googleKey whether the request has the header in which Google's clients send a key
     */
    public ErrorForm at(String path, boolean googleKey) {
        return gemini.filter(_ -> isGemini(path) || (isOpenAi(path) && (googleKey || openAi.isEmpty())))
                .or(() -> openAi.filter(_ -> isOpenAi(path)))
                .or(() -> mcp.filter(_ -> path.equals(MCP)))
                .orElse(systemOne);
    }

    private static boolean isGemini(String path) {
        return VERSIONS.stream().anyMatch(path::startsWith);
    }

    private static boolean isOpenAi(String path) {
        return path.equals(DECISIONS) || path.startsWith(DECISIONS + "/") || path.startsWith(MODEL);
    }
}
