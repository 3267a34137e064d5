// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.util.Optional;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Routing;
import org.decisionservice.core.routing.LanguageCode;
import org.decisionservice.core.routing.Route;

/**
 * The model that a state is sent to.
 *
 * @param route how it was chosen; empty if one checkpoint answers everything
 */
record Destination(Model model, Optional<Route> route) {

    /** What the answer says about the routing. */
    Optional<Routing> routing() {
        return route.map(chosen ->
                new Routing(chosen.checkpoint(), model.repo(), chosen.reason(), chosen.detection(), chosen.workflow()));
    }

    /** The language that the controls or the router say the state is in, such as {@code de}. */
    Optional<String> language(Controls controls) {
        return controls.lang()
                .filter(code -> LanguageCode.stated(code).isPresent())
                .or(() -> route.flatMap(Route::detection).flatMap(Detection::language))
                .map(LanguageCode::primarySubtag);
    }
}
