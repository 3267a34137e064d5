// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Locale;
import java.util.Optional;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.rounds.ByCount;
import org.decisionservice.core.rounds.ByTokens;
import org.decisionservice.core.rounds.Narrowing;
import org.decisionservice.host.ConfigurationException;

/** Reads how choices are asked. */
final class ChoiceSettings {
    /** Every order is a row, so this bounds what one request can cost. */
    private static final int MOST_ORDERS = 8;

    private ChoiceSettings() {}

    static Approach read(Values values) {
        Optional<Narrowing> narrowing = narrowing(values);
        int orders = values.whole(Setting.OPTION_ORDERS, 1, MOST_ORDERS).orElse(1);
        if (narrowing.isPresent() && orders > 1) {
            throw new ConfigurationException(
                    "SERVICE_OPTION_ORDERS: it cannot be combined with SERVICE_TOURNAMENT_GROUP, which asks a choice in"
                            + " groups; set one of the two");
        }
        return new Approach(narrowing, orders);
    }

    /** How choices are narrowed down, if they are. */
    static Optional<Narrowing> narrowing(Values values) {
        return values.read(
                        Setting.TOURNAMENT_GROUP,
                        "auto, a whole number from " + ByCount.LEAST + " to " + ByCount.MOST + ", or 0 for off",
                        ChoiceSettings::group)
                .flatMap(chosen -> chosen);
    }

    private static Optional<Optional<Narrowing>> group(String text) {
        if (text.toLowerCase(Locale.ROOT).equals("auto")) {
            return Optional.of(Optional.of(new ByTokens()));
        }
        if (!text.matches("[0-9]{1,3}")) {
            return Optional.empty();
        }
        int group = Integer.parseInt(text);
        if (group == 0) {
            return Optional.of(Optional.empty());
        }
        return group < ByCount.LEAST || group > ByCount.MOST
                ? Optional.empty()
                : Optional.of(Optional.of(new ByCount(group)));
    }
}
