// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.List;

/** Arguments of the upstream library that are code of the process that embeds it. */
public final class Hooks {
    /** A body cannot carry one, and dropping it silently would mislead. */
    public static final List<String> FIELDS =
            List.of("hooks", "hooks_raise", "hooks_timeout", "on_predict_end", "on_predict_start");

    /** Why one is refused. */
    public static final String WHY = "belongs to the serving process and cannot be sent; leave it out";

    private Hooks() {}
}
