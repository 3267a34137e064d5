// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;

/**
 * Carries a {@link Refusal} to the code that writes the response. It is expected control flow, so no stack trace is
 * recorded.
 */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    public RefusedException(Refusal refusal) {
        super(refusal.detail(), null, false, false);
        this.refusal = refusal;
    }

    public RefusedException(Refusal.Kind kind, String detail) {
        this(new Refusal(kind, detail));
    }

    public RefusedException(Refusal.Kind kind, List<String> path, String detail) {
        this(new Refusal(kind, path, detail));
    }

    public Refusal refusal() {
        return refusal;
    }
}
