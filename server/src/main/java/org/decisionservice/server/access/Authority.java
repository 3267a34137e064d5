// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's name and port: the value of {@code Host}, or the part of an origin after its scheme.
 *
 * @param host a name in lower case, or an address in its canonical spelling
 * @param address whether {@code host} is an address
 * @param port empty if it is the scheme's default port
 */
record Authority(String host, boolean address, OptionalInt port) {
    private static final Pattern FORM = Pattern.compile("(\\[[^\\[\\]]+]|[^\\[\\]:]+)(?::([0-9]{0,5}))?");
    /** A host name does not end in a number, so none of these is ever looked up. */
    private static final Pattern LIKE_AN_ADDRESS = Pattern.compile("\\[.*]|.*\\.[0-9]+");

    /** Returns empty if {@code text} is neither {@code host} nor {@code host:port}. */
    static Optional<Authority> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        String host = withoutRoot(form.group(1).toLowerCase(Locale.ROOT));
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

    /** A name may end in the dot that stands for the root of all names. */
    static String withoutRoot(String host) {
        return host.length() > 1 && host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    /** Whether the name always means this machine, whatever a name server says (RFC 6761, section 6.3). */
    boolean localhost() {
        return isLocalhost(host);
    }

    /** The same of a name in lower case. */
    static boolean isLocalhost(String host) {
        return host.equals("localhost") || host.endsWith(".localhost");
    }
}
