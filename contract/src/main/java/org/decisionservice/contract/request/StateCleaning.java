// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.StateCleaner;

/**
 * Which states are cleaned before anything else reads them.
 *
 * @param cleaner does it; empty if no request can ask for it, and {@code clean} is a member that nobody reads
 * @param byDefault whether it does so with every state unless a request says {@code "clean": "none"}
 */
public record StateCleaning(Optional<StateCleaner> cleaner, boolean byDefault) {
    /** The member of a body that asks for it. */
    public static final String MEMBER = "clean";

    /** No state is cleaned. */
    public static final StateCleaning OFF = new StateCleaning(Optional.empty(), false);

    private static final String NONE = "none";

    /** Whether requests are looked at for this member. */
    public boolean reads(String member) {
        return cleaner.isPresent() && member.equals(MEMBER);
    }

    /** The cleaner that a request asks for; empty also if {@link #check} refuses it. */
    Optional<StateCleaner> asked(Map<String, JsonValue> body) {
        return cleaner.filter(each -> switch (body.get(MEMBER)) {
            case JsonString(String name) -> name.equals(each.name());
            case null -> byDefault;
            case JsonNull _ -> byDefault;
            default -> false;
        });
    }

    /** Refuses a request that asks for what nobody does. */
    public void check(Map<String, JsonValue> body) {
        boolean known = switch (body.get(MEMBER)) {
            case JsonString(String name) ->
                name.equals(NONE)
                        || cleaner.isEmpty()
                        || name.equals(cleaner.get().name());
            case null -> true;
            case JsonNull _ -> true;
            default -> cleaner.isEmpty();
        };
        if (!known) {
            throw new RefusedException(
                    Refusal.Kind.INVALID,
                    List.of(MEMBER),
                    "'clean' must be \"" + cleaner.get().name() + "\" or \"" + NONE + "\", or left out");
        }
    }
}
