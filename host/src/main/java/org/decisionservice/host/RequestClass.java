// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.util.Locale;

/** A class of requests: those of one let those of the other pass. */
public enum RequestClass {
    /** Somebody waits for the answer. */
    INTERACTIVE,
    /** Lets the interactive ones pass wherever requests wait for each other. */
    BULK;

    /** The word for it in files and log lines. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
