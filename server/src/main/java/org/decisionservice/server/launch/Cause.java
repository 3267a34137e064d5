// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.util.Arrays;
import org.decisionservice.core.text.RootCause;

/** Describes an exception and where it was thrown, on one line, where a stack trace is not shown. */
final class Cause {
    private static final String OURS = "org.decisionservice.";

    private Cause() {}

    static String of(Throwable thrown) {
        String type = thrown.getClass().getSimpleName();
        String said = RootCause.of(thrown);
        String where = Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(OURS))
                .findFirst()
                .map(frame -> " (in " + frame.getFileName() + ", line " + frame.getLineNumber() + ")")
                .orElse("");
        return (said.contains(type) ? said : type + ": " + said) + where;
    }
}
