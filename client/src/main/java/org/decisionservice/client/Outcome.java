// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

/** The result of one state of many. */
public sealed interface Outcome {

    /** The answers, if there are any; otherwise throws why there are none. */
    Decision decision();

    /** The state was answered. */
    record Answered(Decision decision) implements Outcome {}

    /** The state was refused, and others were answered. */
    record Refused(DecisionException reason) implements Outcome {
        @Override
        public Decision decision() {
            throw reason;
        }
    }
}
