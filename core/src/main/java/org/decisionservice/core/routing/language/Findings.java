// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.lang.Character.UnicodeScript;
import java.util.Optional;
import org.decisionservice.api.Detection;

/** The part of a detection that is known from the letters of the window, before the verdict. */
record Findings(ScriptProfile scripts, UnicodeScript script) {

    Detection english() {
        return detection(Optional.of("en"), true, Optional.empty());
    }

    Detection undecided() {
        return detection(Optional.empty(), true, Optional.empty());
    }

    Detection foreign(Optional<String> language, Optional<String> segment) {
        return detection(language, false, segment);
    }

    private Detection detection(Optional<String> language, boolean english, Optional<String> segment) {
        return new Detection(
                script,
                scripts.shares(),
                language,
                english,
                language.isEmpty(),
                scripts.diacriticRate(),
                scripts.foreignShare(),
                segment);
    }
}
