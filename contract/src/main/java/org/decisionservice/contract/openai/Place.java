// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;

/**
 * Where something stands in a body.
 *
 * @param path as errors name it: {@code questions[2].choices[0].value}; empty for the body itself
 */
record Place(String path) {
    static final Place BODY = new Place("");

    Place member(String name) {
        return new Place(path.isEmpty() ? name : path + "." + name);
    }

    Place element(int index) {
        return new Place(path + "[" + index + "]");
    }

    /** A refusal of what stands here; {@code why} says what is wrong and how to mend it. */
    RefusedException refuse(ErrorCode code, String why) {
        return new RefusedException(new Refusal(
                Refusal.Kind.INVALID, List.of(path), "'" + path + "': " + why, Optional.of(code.wireName())));
    }
}
