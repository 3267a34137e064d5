// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

/** What the gate of a request with {@code min_confidence} made of an answer; the answer itself is always kept. */
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
