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
 * Which states are cleaned before anything else reads them. Where no request can ask for it, {@code clean} is a member
 * that nobody reads.
 *
 * @param cleaner does it
 * @param byDefault whether it does so with every state unless a request says {@code "clean": "none"}
 */
public record StateCleaning(StateCleaner cleaner, boolean byDefault) {
    private static final String MEMBER = "clean";

    private static final String NONE = "none";

    /** Whether a request asks for it by this member of its body. */
    public boolean reads(String member) {
        return member.equals(MEMBER);
    }

    /** The cleaner that a request asks for; empty also if {@link #check} refuses it. */
    Optional<StateCleaner> asked(Map<String, JsonValue> body) {
        boolean asked = switch (body.get(MEMBER)) {
            case JsonString(String name) -> name.equals(cleaner.name());
            case null -> byDefault;
            case JsonNull _ -> byDefault;
            default -> false;
        };
        return asked ? Optional.of(cleaner) : Optional.empty();
    }

    /** Refuses a request that asks for what nobody does. */
    public void check(Map<String, JsonValue> body) {
        boolean known = switch (body.get(MEMBER)) {
            case JsonString(String name) -> name.equals(NONE) || name.equals(cleaner.name());
            case null -> true;
            case JsonNull _ -> true;
            default -> false;
        };
        if (!known) {
            throw new RefusedException(
                    Refusal.Kind.INVALID,
                    List.of(MEMBER),
                    "'clean' must be \"" + cleaner.name() + "\" or \"" + NONE + "\", or left out");
        }
    }
}
