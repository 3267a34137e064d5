// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.EqualStates;

/**
 * The states that a question was learned from, as salted digests: the texts cannot be read from them, but whoever has
 * one finds out whether it is among them. Immutable.
 *
 * @param salt of the digests, {@value #DIGITS} hex digits or a multiple; empty if nobody knows which states there were
 * @param digests each {@value #DIGITS} hex digits
 */
public record LearnedStates(String salt, Set<String> digests) {
    /** So many that two of a million states hardly ever have the same. */
    public static final int DIGITS = 12;

    /** An earlier version kept no digests. */
    public static final LearnedStates UNKNOWN = new LearnedStates("", Set.of());

    public LearnedStates {
        digests = Set.copyOf(digests);
    }

    /**
     * The digests of {@code states}.
     *
     * @param seed any text, from which the salt follows
     */
    public static LearnedStates of(String seed, Collection<String> states) {
        String salt =
                WeightsDigest.sha256(seed.getBytes(StandardCharsets.UTF_8)).substring(0, 2 * DIGITS);
        return new LearnedStates(
                salt, states.stream().map(state -> digest(salt, state)).collect(Collectors.toSet()));
    }

    /** Whether they tell a state that was learned from. */
    public boolean known() {
        return !salt.isEmpty();
    }

    /** Whether {@code state} is one of them; {@link EqualStates equal} states are one. */
    public boolean contains(String state) {
        return !digests.isEmpty() && digests.contains(digest(salt, state));
    }

    /** In an order that does not tell that of the states. */
    public List<String> sorted() {
        return digests.stream().sorted().toList();
    }

    private static String digest(String salt, String state) {
        return WeightsDigest.sha256((salt + EqualStates.key(state)).getBytes(StandardCharsets.UTF_8))
                .substring(0, DIGITS);
    }
}
