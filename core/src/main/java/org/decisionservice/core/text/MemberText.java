// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

/**
 * The JSON text that {@link JsonText} writes, in another form: {@code name: value | name: value} of an object, where
 * texts stand as they are, and JSON text without spaces of any other value. Null is nothing.
 */
final class MemberText {
    private static final String BETWEEN = " | ";

    private final String json;
    private final StringBuilder text;
    /** Index in {@link #json} of what is next. */
    private int at;

    private MemberText(String json) {
        this.json = json;
        this.text = new StringBuilder(json.length());
    }

    static String of(String json) {
        if (json.equals("null")) {
            return "";
        }
        MemberText written = new MemberText(json);
        if (json.startsWith("{")) {
            written.members();
        } else {
            written.compact();
        }
        return written.text.toString();
    }

    private void members() {
        at++;
        while (json.charAt(at) != '}') {
            if (json.charAt(at) == ',') {
                at += ", ".length();
                text.append(BETWEEN);
            }
            string();
            at += ": ".length();
            text.append(": ");
            if (json.charAt(at) == '"') {
                string();
            } else {
                compact();
            }
        }
    }

    /** A string's characters, without quotes and escapes. */
    private void string() {
        at++;
        while (json.charAt(at) != '"') {
            char c = json.charAt(at);
            if (c == '\\') {
                char letter = json.charAt(at + 1);
                text.append(JsonText.unescaped(letter, json, at + 2));
                at += letter == 'u' ? 6 : 2;
            } else {
                text.append(c);
                at++;
            }
        }
        at++;
    }

    /** One value as JSON text, without the spaces between its parts. */
    private void compact() {
        int open = 0;
        boolean quoted = false;
        while (at < json.length()) {
            char c = json.charAt(at);
            if (quoted) {
                if (c == '\\') {
                    text.append(c);
                    at++;
                }
                quoted = c != '"';
                text.append(json.charAt(at));
            } else if (open == 0 && (c == ',' || c == '}')) {
                return;
            } else if (c != ' ') {
                open += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                quoted = c == '"';
                text.append(c);
            }
            at++;
        }
    }
}
