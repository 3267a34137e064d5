// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.Optional;
import org.decisionservice.contract.response.ErrorForm;

/**
 * What errors look like, by path: a service may have clients of two contracts.
 *
 * @param systemOne the form at every other path
 * @param openAi the form at the paths of OpenAI's API; empty if that API is not served
 */
public record ErrorForms(ErrorForm systemOne, Optional<ErrorForm> openAi) {
    private static final String DECISIONS = DecisionRoute.DECISIONS.path();
    private static final String MODEL = "/v1/models/";

    /** The form of errors at {@code path}, routed or not. */
    public ErrorForm at(String path) {
        return openAi.filter(_ -> isOpenAi(path)).orElse(systemOne);
    }

    private static boolean isOpenAi(String path) {
        return path.equals(DECISIONS) || path.startsWith(DECISIONS + "/") || path.startsWith(MODEL);
    }
}
