// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The English names of languages, in lower case: a client may send {@code german} as well as {@code de}. */
final class EnglishLanguageNames {
    private static final Set<String> NAMES = Arrays.stream(Locale.getISOLanguages())
            .map(code -> Locale.of(code).getDisplayLanguage(Locale.ENGLISH).toLowerCase(Locale.ROOT))
            .filter(name -> name.length() > 2)
            .collect(Collectors.toUnmodifiableSet());

    private EnglishLanguageNames() {}

    static boolean contains(String name) {
        return NAMES.contains(name);
    }
}
