// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

/**
 * Reads the scalars of a text that {@link JsonText} has rendered, one after the other. Names of members are none. A
 * state is kept as its text, because the values that it is rendered from take thirty times the memory.
 */
public final class JsonScalars {
    private final String json;
    /** Index of the first character that is not read yet. */
    private int rest;
    /** The first index of the scalar and the one behind it, with the quotes of a string. */
    private int from;

    private int to;
    private int depth;

    public JsonScalars(String json) {
        this.json = json;
    }

    /** Goes on to the next scalar, which all other methods speak of; returns false at the end. */
    public boolean next() {
        while (rest < json.length()) {
            switch (json.charAt(rest)) {
                case '[', '{' -> {
                    depth++;
                    rest++;
                }
                case ']', '}' -> {
                    depth--;
                    rest++;
                }
                case ',', ':', ' ' -> rest++;
                case '"' -> {
                    take(endOfString());
                    if (rest == json.length() || json.charAt(rest) != ':') {
                        return true;
                    }
                }
                default -> {
                    take(endOfWord());
                    return true;
                }
            }
        }
        return false;
    }

    private void take(int end) {
        from = rest;
        to = end;
        rest = end;
    }

    private int endOfString() {
        int at = rest + 1;
        while (json.charAt(at) != '"') {
            at += json.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private int endOfWord() {
        int at = rest;
        while (at < json.length() && ",]}".indexOf(json.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    /** The number of containers around the scalar. */
    public int depth() {
        return depth;
    }

    public boolean isString() {
        return json.charAt(from) == '"';
    }

    public boolean isNull() {
        return json.charAt(from) == 'n';
    }

    /** The value of a string. */
    public String string() {
        int escape = json.indexOf('\\', from + 1, to - 1);
        if (escape < 0) {
            return json.substring(from + 1, to - 1);
        }
        StringBuilder value = new StringBuilder(to - from);
        int at = from + 1;
        while (escape >= 0) {
            value.append(json, at, escape);
            char kind = json.charAt(escape + 1);
            value.append(JsonText.unescaped(kind, json, escape + 2));
            at = escape + (kind == 'u' ? 6 : 2);
            escape = json.indexOf('\\', at, to - 1);
        }
        return value.append(json, at, to - 1).toString();
    }
}
