// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.Optional;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Routing;
import org.decisionservice.core.routing.LanguageCode;

/**
 * Where a state goes.
 *
 * @param routing what the response says about it; empty if the deployment does not route
 */
public record Destination<C extends PlannedCheckpoint>(C checkpoint, Optional<Routing> routing) {

    /** The language that the client or the router says the state is in, such as {@code de}. */
    Optional<String> language(Controls controls) {
        return controls.lang()
                .filter(code -> LanguageCode.stated(code).isPresent())
                .map(LanguageCode::primarySubtag)
                .or(() -> routing.flatMap(Routing::detection).flatMap(Detection::language));
    }
}
