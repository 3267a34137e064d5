// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.regex.Pattern;

/** Addresses without what may be secret in them, for messages and for what is printed. */
final class Masked {
    private static final String MASK = "***";

    /** A user and a password: everything up to the last @, because a password may hold any sign. */
    private static final Pattern CREDENTIALS = Pattern.compile("(?s)(?<=://).*@|^[^\\s/@]*:(?!//)\\S*@");

    /** A query or a fragment, which may hold a token. */
    private static final Pattern QUERY = Pattern.compile("(?s)(?<=://)([^?#]*[?#]).+");

    private Masked() {}

    static String of(String text) {
        return QUERY.matcher(CREDENTIALS.matcher(text).replaceAll(MASK + "@")).replaceAll("$1" + MASK);
    }
}
