// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Locates the values of a JSON text. Accepts any bytes; broken text yields fewer spans. */
final class Spans {
    /** From {@code start} to before {@code end}, in bytes. */
    record Span(int start, int end) {}

    private final List<Span> values = new ArrayList<>();
    private final List<Span> names = new ArrayList<>();
    private final List<Span> members = new ArrayList<>();

    private Spans() {}

    /** Spans of strings, numbers, literals, arrays and objects. */
    List<Span> values() {
        return values;
    }

    /** Spans of the members' names, quotes included. */
    List<Span> names() {
        return names;
    }

    /** Spans of name, colon and value. */
    List<Span> members() {
        return members;
    }

    static Spans of(byte[] text) {
        Spans spans = new Spans();
        Deque<Integer> open = new ArrayDeque<>();
        int at = 0;
        while (at < text.length) {
            int end = at + 1;
            switch (text[at]) {
                case '{', '[' -> open.push(at);
                case '}', ']' -> {
                    if (!open.isEmpty()) {
                        spans.values.add(new Span(open.pop(), end));
                    }
                }
                case '"' -> {
                    end = endOfString(text, at);
                    spans.values.add(new Span(at, end));
                }
                default -> {
                    if (atom(text[at])) {
                        while (end < text.length && atom(text[end])) {
                            end++;
                        }
                        spans.values.add(new Span(at, end));
                    }
                }
            }
            at = end;
        }
        spans.findMembers(text);
        return spans;
    }

    private void findMembers(byte[] text) {
        Map<Integer, Span> byStart = new HashMap<>();
        values.forEach(value -> byStart.put(value.start(), value));
        for (Span name : values) {
            int colon = skipBlanks(text, name.end());
            if (text[name.start()] == '"' && colon < text.length && text[colon] == ':') {
                names.add(name);
                Span value = byStart.get(skipBlanks(text, colon + 1));
                if (value != null) {
                    members.add(new Span(name.start(), value.end()));
                }
            }
        }
        values.removeAll(new HashSet<>(names));
    }

    private static int endOfString(byte[] text, int quote) {
        int at = quote + 1;
        while (at < text.length && text[at] != '"') {
            at += text[at] == '\\' ? 2 : 1;
        }
        return Math.min(at + 1, text.length);
    }

    private static int skipBlanks(byte[] text, int from) {
        int at = from;
        while (at < text.length && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
            at++;
        }
        return at;
    }

    private static boolean atom(byte b) {
        return (b >= '0' && b <= '9')
                || (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || b == '-'
                || b == '+'
                || b == '.';
    }
}
