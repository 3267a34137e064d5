// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** JSON values on which readers fail, and some values that are not JSON. */
final class Literals {
    private static final List<String> NUMBERS = words("""
            0 -0 -1 1 2 511 512 513 8192 8193 2147483647 2147483648 -9223372036854775809 18446744073709551616 512.0 0.5
            1.0000000000000002 -0.0 1e0 1E+2 1e308 1e309 -1e999999999 1e-999999999 0.1e-400""");

    private static final List<String> OTHERS = words(
            "null true false [] {} [null] [[]] [1,2] [0,1] {\"\":null} {\"true\":1,\"FALSE\":2} {\"a\":{\"b\":[]}}");

    private static final List<String> NO_JSON = words("""
            01 1. .5 +1 0x10 1e --1 NaN Infinity -Infinity True nul undefined , : ] } " 'single' "\t" "\u0001" "\\u"
            "\\x41" "\\" \u0000 // /**/""");

    private static final List<String> STRINGS = """
            ""
            " "
            "\\u0000"
            "\\ud800"
            "\\udc00"
            "\\ud83d\\ude00"
            "\\udc00\\ud800"
            "\\ud800\\u0041"
            "\ufeff"
            "e\u0301\u0301\u0301"
            "\u202eabc"
            "\ud83d\ude00"
            "\u0130\u017f\u212a"
            "__proto__"
            "choice"
            "predicate"
            "user"
            "message"
            "function_call"
            "custom_tool_call_output"
            "input_json"
            "input_text"
            "{\\"a\\": [1, {}], \\"a\\": null}"
            "[\\"\\\\ud800\\"]"
            "{\\"a\\": 1e999}"
            "score"
            "noul"
            "NOUL"
            "true"
            "english"
            " ML "
            "typed-decisions"
            "customer_service"
            "de-DE"
            "zz"
            "[CLS] [SEP] [MASK] [PAD] <s> </s> <mask>"
            "%s %n ${jndi} ../../etc"
            """.lines().toList();

    /** Strings of one character that some readers take for a line end or a space. */
    private static final List<String> SPACES = List.of("\"\u2028\"", "\"\u0085\"", "\"\u00a0\"");

    private static final List<String> FIELDS = words("""
            state states questions model task lang lang_guess max_len head_max_len min_confidence batch_size
            sort_by_length hooks hooks_raise hooks_timeout on_predict_start on_predict_end diagnostics type instructions
            criteria labels option_order x_trace input role content text data refusal arguments output call_id name
            namespace choices levels value label description stream prompt_cache_key prompt_cache_options
            safety_identifier explain coverage windows clean learned schema question_set""");

    /** Lengths around the limits on a state, an integer and a window. */
    private static final int[] LENGTHS = {300, 4_299, 4_301, 20_000, 49_999, 50_001, 70_000};

    private Literals() {}

    static byte[] value(RandomGenerator random) {
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5 -> utf8(pick(NUMBERS, random));
            case 6, 7, 8, 9, 10, 11 -> utf8(pick(STRINGS, random));
            case 12 -> utf8(pick(SPACES, random));
            case 13, 14, 15, 16, 17 -> utf8(pick(OTHERS, random));
            case 18 -> utf8(pick(NO_JSON, random));
            default -> random.nextInt(12) == 0 ? longValue(random) : utf8(pick(NUMBERS, random));
        };
    }

    /** Returns the quoted name of a member, unusual or known. */
    static byte[] name(RandomGenerator random) {
        return random.nextBoolean() ? field(random) : utf8(pick(STRINGS, random));
    }

    /** Returns a quoted name that the interface knows. */
    static byte[] field(RandomGenerator random) {
        return utf8('"' + pick(FIELDS, random) + '"');
    }

    private static byte[] longValue(RandomGenerator random) {
        int length = LENGTHS[random.nextInt(LENGTHS.length)];
        return utf8(
                switch (random.nextInt(4)) {
                    case 0 -> "9".repeat(length);
                    case 1 -> '"' + "word ".repeat(length / 5) + '"';
                    case 2 -> '"' + "\u0301".repeat(length) + '"';
                    default -> '"' + "a".repeat(length) + '"';
                });
    }

    private static List<String> words(String text) {
        return Pattern.compile("[ \n]+").splitAsStream(text).toList();
    }

    private static String pick(List<String> from, RandomGenerator random) {
        return from.get(random.nextInt(from.size()));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
