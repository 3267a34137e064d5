// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.contract.Contract;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.host.ConfigurationException;

/** The settings of what requests and answers look like. */
final class WireSettings {
    static final int MOST_TOKENS = 10_000_000;

    /** Only the service's own interface has room for two confidences. */
    private static final String WITH_JEV_CONFIDENCE = "document,jev-confidence";

    private static final WireOptions WIRE = WireOptions.DEFAULTS;

    private WireSettings() {}

    /**
     * Reads them, and the question sets; what cleans states is loaded later, if it is wanted.
     *
     * @param labelled whether files of what labels say are served
     */
    static WireOptions read(Values values, boolean labelled) {
        WireOptions own = new WireOptions(
                contract(values),
                values.read(
                                Setting.DECISIONS,
                                "openai, gemini, or both with a comma between; 1, true, yes or on is openai, and 0, false,"
                                        + " no or off is neither",
                                WireSettings::decisions)
                        .orElseThrow(),
                values.flag(Setting.MCP),
                values.text(Setting.CONTRACT)
                        .filter(WireSettings::jevConfidence)
                        .isPresent(),
                values.read(Setting.HEAD_NAME, "any text", Optional::of).orElseThrow(),
                values.whole(Setting.MAX_TOKEN_BUDGET, 1, MOST_TOKENS),
                ChoiceSettings.narrowing(values).isPresent() ? RequestRules.MOST_CHOICE_OPTIONS : WIRE.choiceOptions(),
                values.read(
                                Setting.OVERLOAD_STATUS,
                                "503, 529 or 429",
                                text -> Optional.of(text).filter(List.of("503", "529", "429")::contains))
                        .map(Integer::parseInt)
                        .orElseThrow(),
                labelled,
                WIRE.sources(),
                WIRE.cleaning(),
                values.flag(Setting.PLAN),
                values.flag(Setting.EXPLAIN));
        if (own.explains() && own.contract() == Contract.STRICT) {
            throw new ConfigurationException("SERVICE_EXPLAIN: answers of the strict contract have no place for what"
                    + " they depend on; use another SERVICE_CONTRACT, or leave this unset");
        }
        return own.with(QuestionSourceSettings.read(values, own));
    }

    /** The routes of a list of APIs. A truth value is what this setting took when there was only one. */
    private static Optional<Set<DecisionRoute>> decisions(String text) {
        Optional<Boolean> openAi = Values.truth(text);
        if (openAi.isPresent()) {
            return openAi.map(on -> on ? Set.of(DecisionRoute.DECISIONS) : Set.of());
        }
        Set<DecisionRoute> routes = EnumSet.noneOf(DecisionRoute.class);
        for (String name : text.toLowerCase(Locale.ROOT).split(",", -1)) {
            switch (name.strip()) {
                case "openai" -> routes.add(DecisionRoute.DECISIONS);
                case "gemini" -> routes.add(DecisionRoute.GEMINI);
                default -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(routes);
    }

    /**
     * Reads the contract. SERVICE_STRICT, the older of the two settings, is short for one value of SERVICE_CONTRACT.
     */
    static Contract contract(Values values) {
        Optional<Contract> named = values.read(
                Setting.CONTRACT, "document, " + WITH_JEV_CONFIDENCE + ", strict or full", text -> switch (plain(
                        text)) {
                    case "document", WITH_JEV_CONFIDENCE -> Optional.of(Contract.DOCUMENT);
                    case "strict" -> Optional.of(Contract.STRICT);
                    case "full" -> Optional.of(Contract.FULL);
                    default -> Optional.empty();
                });
        if (!values.flag(Setting.STRICT)) {
            return named.orElse(WIRE.contract());
        }
        if (named.isPresent() && named.get() != Contract.STRICT) {
            throw new ConfigurationException("SERVICE_STRICT: means SERVICE_CONTRACT=strict, but SERVICE_CONTRACT is "
                    + named.get().name().toLowerCase(Locale.ROOT) + "; set only one of the two");
        }
        return Contract.STRICT;
    }

    private static boolean jevConfidence(String text) {
        return plain(text).equals(WITH_JEV_CONFIDENCE);
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replace(" ", "");
    }
}
