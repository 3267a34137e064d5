// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.Optional;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Detection;
import org.decisionservice.core.routing.LanguageCode;
import org.decisionservice.core.routing.Route;

/**
 * The checkpoint that a state goes to.
 *
 * @param route how it was chosen; empty if the deployment does not route
 */
public record Destination<C>(C checkpoint, Optional<Route> route) {

    /** The language that the client or the router says the state is in, such as {@code de}. */
    Optional<String> language(Controls controls) {
        return controls.lang()
                .filter(code -> LanguageCode.stated(code).isPresent())
                .map(LanguageCode::primarySubtag)
                .or(() -> route.flatMap(Route::detection).flatMap(Detection::language));
    }
}
