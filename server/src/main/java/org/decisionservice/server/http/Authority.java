// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server is called: the value of {@code Host}, or what follows the scheme of an origin.
 *
 * @param host a name in small letters, or an address in its one usual spelling
 * @param address whether {@code host} is an address
 * @param port empty if it is the scheme's own
 */
record Authority(String host, boolean address, OptionalInt port) {
    private static final Pattern FORM = Pattern.compile("(\\[[^\\[\\]]+]|[^\\[\\]:]+)(?::([0-9]{0,5}))?");
    /** Names do not end in a number, so that nobody looks these up. */
    private static final Pattern LIKE_AN_ADDRESS = Pattern.compile("\\[.*]|.*\\.[0-9]+");

    /** Empty if {@code text} is neither {@code host} nor {@code host:port}. */
    static Optional<Authority> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        String host = form.group(1).toLowerCase(Locale.ROOT);
        String digits = form.group(2);
        OptionalInt port =
                digits == null || digits.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
        if (!LIKE_AN_ADDRESS.matcher(host).matches()) {
            return Optional.of(new Authority(host, false, port));
        }
        try {
            return Optional.of(new Authority(InetAddress.ofLiteral(host).getHostAddress(), true, port));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Whether nobody but this machine answers to the name, whatever a name server says: RFC 6761, section 6.3. */
    boolean localhost() {
        return host.equals("localhost") || host.endsWith(".localhost");
    }
}
