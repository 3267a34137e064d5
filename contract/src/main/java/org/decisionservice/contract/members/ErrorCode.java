// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.members;

import java.util.Locale;

/**
 * The kind of fault of a request, or of what became of it. OpenAI's clients tell errors apart by it, as the {@code
 * code} of an error; errors of other forms do not have it.
 */
public enum ErrorCode {
    ARRAY_ABOVE_MAX_LENGTH,
    ARRAY_BELOW_MIN_LENGTH,
    CONTEXT_LENGTH_EXCEEDED,
    EMPTY_ARRAY,
    INTERNAL_ERROR,
    INVALID_API_KEY,
    INVALID_JSON,
    INVALID_TYPE,
    INVALID_VALUE,
    METHOD_NOT_ALLOWED,
    MISSING_REQUIRED_PARAMETER,
    MODEL_NOT_FOUND,
    NOT_FOUND,
    ORIGIN_NOT_ALLOWED,
    RATE_LIMIT_EXCEEDED,
    REQUEST_TIMEOUT,
    REQUEST_TOO_LARGE,
    SERVER_OVERLOADED,
    UNKNOWN_PARAMETER,
    UNSUPPORTED_CONTENT,
    UNSUPPORTED_ENCODING,
    UNSUPPORTED_PARAMETER;

    /** As clients read it. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
