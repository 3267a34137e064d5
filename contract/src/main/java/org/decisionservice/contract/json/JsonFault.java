// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Optional;

/**
 * Says in the words of a person why a text is not JSON. The parser's own message says what it expected, in terms of its
 * own settings, and quotes the text at any length; this one names the usual mistakes and quotes one character at most.
 */
final class JsonFault {
    private final char[] text;
    private final int length;
    private final String message;
    /** Index of the character at which the parser stopped; {@code length} at the end. */
    private final int at;

    private JsonFault(char[] text, int length, JsonProcessingException e, JsonLocation location) {
        this.text = text;
        this.length = length;
        this.message = String.valueOf(e.getOriginalMessage());
        this.at = Math.clamp(location.getCharOffset(), 0, length);
    }

    /**
     * Where the parser stopped and why, such as {@code error at line 1, column 4: a comma before ]}; empty if it is
     * unknown.
     */
    static Optional<String> of(BodyText body, JsonProcessingException e) {
        JsonLocation location = e.getLocation();
        if (location == null) {
            return Optional.empty();
        }
        String place = "error at line " + location.getLineNr() + ", column " + location.getColumnNr();
        return Optional.of(place
                + new JsonFault(body.chars(), body.length(), e, location)
                        .reason()
                        .map(reason -> ": " + reason)
                        .orElse(""));
    }

    private Optional<String> reason() {
        if (message.startsWith("Unexpected end-of-input") || message.startsWith("Unexpected end of input")) {
            return Optional.of(
                    message.contains("quote")
                            ? "the text ends inside a string"
                            : "the text ends before it is complete");
        }
        if (message.startsWith("Duplicate field")) {
            return Optional.of("an object has this name twice");
        }
        if (message.startsWith("Unrecognized token") || message.startsWith("Non-standard token")) {
            return Optional.of(word());
        }
        if (message.startsWith("Illegal unquoted character")) {
            return Optional.of(control());
        }
        if (message.startsWith("Unrecognized character escape")) {
            return Optional.of("an unknown escape in a string; write a backslash itself as \\\\");
        }
        if (message.contains("hex-digit")) {
            return Optional.of("\\u in a string needs four hexadecimal digits after it");
        }
        if (message.startsWith("Invalid numeric value") || message.contains("in numeric value")) {
            return Optional.of("a number that JSON does not have; write 0.5, 10 or 1e3");
        }
        if (message.startsWith("Unexpected close marker")) {
            return Optional.of("a " + text[Math.min(at, length - 1)] + " that closes nothing, or not what is open");
        }
        return at < length ? unexpected(text[at]) : Optional.empty();
    }

    /** A character where another one must stand. */
    private Optional<String> unexpected(char found) {
        if (message.contains("was expecting a colon")) {
            return Optional.of("a colon is missing after a member's name");
        }
        if (found == '/') {
            return Optional.of("a comment, which JSON does not have");
        }
        if (message.contains("was expecting comma")) {
            return Optional.of(
                    "a comma is missing before this, or a double quote inside a string is not written as \\\"");
        }
        boolean name = message.contains("field name");
        return switch (found) {
            case '}', ']' -> Optional.of((afterComma() ? "a comma before " : "a value is missing before ") + found);
            case ',' -> Optional.of("a comma with nothing before it");
            case '\'' -> Optional.of("single quotes; JSON has double quotes only");
            case '`' -> Optional.of("backquotes; JSON has double quotes only");
            case '\u2018', '\u2019', '\u201c', '\u201d', '\u201e', '\u00ab', '\u00bb' ->
                Optional.of("typographic quotes; JSON has \" only");
            case '\u00a0', '\u2003', '\u3000', '\ufeff' ->
                Optional.of("a space that is not one of JSON, such as a no-break space");
            case '.', '+' -> Optional.of("a number that JSON does not have; write 0.5, 10 or 1e3");
            default -> Optional.of(name ? "a member's name must be in double quotes" : "not the beginning of a value");
        };
    }

    private boolean afterComma() {
        int before = at - 1;
        while (before >= 0 && text[before] <= ' ') {
            before--;
        }
        return before >= 0 && text[before] == ',';
    }

    /** A word without quotes; what it is decides what to write instead. */
    private String word() {
        if (message.contains("'True'") || message.contains("'False'") || message.contains("'None'")) {
            return "Python's True, False or None; JSON has true, false and null";
        }
        if (message.contains("'NaN'") || message.contains("Infinity'") || message.contains("'undefined'")) {
            return "NaN, Infinity and undefined are not JSON; use null, or leave the member out";
        }
        return "a word without double quotes; only true, false and null have none";
    }

    private String control() {
        if (message.contains("code 10)") || message.contains("code 13)")) {
            return "an unescaped line break in a string; write \\n";
        }
        return message.contains("code 9)")
                ? "an unescaped tab in a string; write \\t"
                : "an unescaped control character in a string; write it as \\u and four hexadecimal digits";
    }
}
