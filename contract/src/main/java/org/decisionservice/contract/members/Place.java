// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.members;

import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.text.Quote;

/**
 * A place in a body.
 *
 * @param path as errors name it: {@code questions[2].choices[0].value}; empty for the body itself
 */
public record Place(String path) {
    /** The body itself. */
    public static final Place BODY = new Place("");

    private static final int LONGEST_PLAIN = 40;

    /** The place of the member {@code name} of the object here. */
    public Place member(String name) {
        return new Place(path.isEmpty() ? name : path + "." + name);
    }

    /** The place of the element {@code index} of the array here. */
    public Place element(int index) {
        return new Place(path + "[" + index + "]");
    }

    /** The place of the value of {@code key}, if here is a map of keys that the client chose. */
    public Place key(String key) {
        return new Place(path + "[" + Quote.of(key) + "]");
    }

    /** The place of the member {@code name} of JSON that the client chose. */
    public Place named(String name) {
        boolean plain = !name.isEmpty()
                && name.length() <= LONGEST_PLAIN
                && name.chars().allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '-'));
        return plain ? member(name) : key(name);
    }

    /** A refusal of what stands here; {@code why} says what is wrong and how to mend it. */
    public RefusedException refuse(ErrorCode code, String why) {
        return new RefusedException(new Refusal(
                Refusal.Kind.INVALID, List.of(path), "'" + path + "': " + why, Optional.of(code.wireName())));
    }
}
