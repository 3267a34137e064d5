// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The members of a body that nobody reads, as the text of a response header. Unknown members are accepted, so without
 * this header a client would not notice a misspelling such as {@code minconfidence}.
 */
public final class IgnoredMembers {
    /** The header's name. */
    public static final String HEADER = "X-Ignored-Members";

    private static final int MOST = 8;
    private static final int LONGEST = 48;
    private static final String PLAIN = "-._~";

    private IgnoredMembers() {}

    /**
     * Returns the first names with commas between them, percent-encoded as in a URL and cut at 48 characters.
     * {@code ...} stands for what is left out.
     *
     * @param names at least one
     */
    static String text(List<String> names) {
        String listed = names.stream().limit(MOST).map(IgnoredMembers::encoded).collect(Collectors.joining(", "));
        return names.size() <= MOST ? listed : listed + ", ...";
    }

    private static String encoded(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i += Character.charCount(name.codePointAt(i))) {
            String character = encoded(name.codePointAt(i));
            if (text.length() + character.length() > LONGEST) {
                return text.append("...").toString();
            }
            text.append(character);
        }
        return text.toString();
    }

    private static String encoded(int character) {
        boolean plain = character < 0x80 && (Character.isLetterOrDigit(character) || PLAIN.indexOf(character) >= 0);
        String text = Character.toString(character);
        if (plain) {
            return text;
        }
        StringBuilder escapes = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            escapes.append(String.format(Locale.ROOT, "%%%02X", b));
        }
        return escapes.toString();
    }
}
