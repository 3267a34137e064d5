// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Optional;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.rounds.Narrowing;
import org.decisionservice.host.ConfigurationException;

/** Reads how choices are asked. */
final class ChoiceSettings {
    private ChoiceSettings() {}

    static Approach read(Values values) {
        Optional<Narrowing> narrowing = narrowing(values);
        int orders = values.whole(Setting.OPTION_ORDERS, 1, Approach.MOST_ORDERS);
        if (narrowing.isPresent() && orders > 1) {
            throw new ConfigurationException(
                    "SERVICE_OPTION_ORDERS: it cannot be combined with SERVICE_TOURNAMENT_GROUP, which asks a choice in"
                            + " groups; set only one of the two");
        }
        return new Approach(narrowing, orders);
    }

    /** The narrowing of choices, if there is any. */
    static Optional<Narrowing> narrowing(Values values) {
        return values.read(Setting.TOURNAMENT_GROUP, Narrowing.TAKES, Narrowing::parse)
                .flatMap(chosen -> chosen);
    }
}
