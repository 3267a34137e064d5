// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Locale;

/** The part that labels had in an answer, as far as the checkpoint that gave it has learned anything. */
public enum Teaching {
    /** Nothing was learned of the question. */
    NONE,
    /** It was answered as learned. */
    LEARNED,
    /** The same, but it has options that were added since, which the checkpoint alone speaks for. */
    EXTENDED,
    /** It was answered as learned or extended, about a state that is unlike all that were labelled. */
    UNLIKE,
    /** The checkpoint alone answered a question that was learned in other words. */
    REWORDED;

    /** Whether what labels taught is part of the answer. */
    public boolean counts() {
        return this == LEARNED || this == EXTENDED || this == UNLIKE;
    }

    /** In lower case, as logs and metrics have it. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
