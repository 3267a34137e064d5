// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.HashMap;
import java.util.Map;

/** Tables of language codes, written as text because that is easier to read and compare. */
final class LanguageCodes {

    private LanguageCodes() {}

    /** Parses pairs of codes separated by white space: a code of the model, then the code that clients know. */
    static Map<String, String> of(String pairs) {
        String[] codes = pairs.strip().split("\\s+", -1);
        Map<String, String> table = new HashMap<>();
        for (int i = 0; i < codes.length; i += 2) {
            table.put(codes[i], codes[i + 1]);
        }
        return Map.copyOf(table);
    }
}
