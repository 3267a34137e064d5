// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.drift;

import java.util.Locale;

/** The property of answers that is counted. */
public enum Trait {
    /** The option that was answered, by its index. */
    ANSWERS,
    /** The probability of the reported answer, in steps of 0.02. */
    CONFIDENCE,
    /** Whether the answer reached the {@code min_confidence} of its request; other requests do not count. */
    ABSTENTIONS,
    /** The language that was found in the state. */
    LANGUAGES,
    /** Whether the question's row was too long for the state. */
    TRUNCATION;

    /** In lower case, as it stands in files, metrics and reports. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
