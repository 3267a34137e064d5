// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

/** Whether an answer passed the request's {@code min_confidence} threshold. The answer itself is always kept. */
public record Abstention(Outcome outcome, double threshold) {

    public enum Outcome {
        PASSED("passed"),
        ABSTAINED("abstained"),
        UNEVALUATED("unevaluated");

        private final String wireName;

        Outcome(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }
}
