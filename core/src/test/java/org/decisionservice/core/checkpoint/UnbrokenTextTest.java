// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that texts without a space to cut at have the tokens that the library gives the whole text. */
class UnbrokenTextTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("nightly");
    private static final Random RANDOM = new Random(23);

    /** Characters; longer than the texts that are tokenized as a whole. */
    private static final int LENGTH = 10_000;

    /** Texts of one kind, by their number of characters. */
    private static final Map<String, IntFunction<String>> KINDS = Map.ofEntries(
            repeated("hyphens", "-"),
            repeated("one letter", "a"),
            repeated("two letters", "ab"),
            repeated("digits", "0"),
            repeated("spaces", " "),
            repeated("tabs", "\t"),
            repeated("newlines", "\n"),
            repeated("Windows newlines", "\r\n"),
            repeated("ideographic spaces", "\u3000"),
            repeated("an ideograph", "中"),
            repeated("emoji", "😀"),
            repeated("families", "👨‍👩‍👧"),
            repeated("flags", "🇩🇪"),
            repeated("accents", "\u0301"),
            repeated("an accented letter", "e\u0301"),
            repeated("zero-width spaces", "\u200b"),
            repeated("zero-width joiners in a word", "a\u200d"),
            repeated("controls", "\u0001"),
            repeated("replacement characters", "\ufffd"),
            repeated("private characters", "\ue000"),
            repeated("brackets", "[]"),
            repeated("underscores", "_"),
            repeated("apostrophes", "don't"),
            repeated("addresses", "https://example.org/a?b=c&d=%20#e;"),
            repeated("a special token", "[CLS]"),
            repeated("block marks", "\u2581"),
            repeated("spaces and controls", " \u0001"),
            repeated("letters of Hangul", "\u1112\u1161\u11ab"),
            repeated("Thai", "ลูกค้าบอกว่าสินค้า"),
            repeated("Arabic", "مرحبابالعالم"),
            repeated("Devanagari", "नमस्ते"),
            repeated("dashes of all kinds", "—–―‐"),
            drawn("one word", "abcdefghijklmnopqrstuvwxyz"),
            drawn("base64", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"),
            drawn("hexadecimal", "0123456789abcdef"),
            drawn("punctuation", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
            drawn("ideographs", "订单付款退货发票账户登录错误更新客户支持请再次"),
            drawn("kana", "ごくろうさまですカタカナ"),
            drawn("Cyrillic", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"));

    private static Map.Entry<String, IntFunction<String>> repeated(String name, String unit) {
        return Map.entry(name, length -> unit.repeat(Math.ceilDiv(length, unit.length())));
    }

    private static Map.Entry<String, IntFunction<String>> drawn(String name, String letters) {
        return Map.entry(
                name,
                length -> RANDOM.ints(length, 0, letters.length())
                        .mapToObj(i -> String.valueOf(letters.charAt(i)))
                        .collect(Collectors.joining()));
    }

    static List<Path> checkpoints() {
        return SpaceCutsTest.checkpoints();
    }

    /** The library's own tokens of a whole text. */
    private static final class Library implements AutoCloseable {
        private final HuggingFaceTokenizer tokenizer;

        Library(Path checkpoint) throws IOException {
            try (InputStream in = Files.newInputStream(checkpoint.resolve(TokenizerReader.TOKENIZER))) {
                tokenizer = HuggingFaceTokenizer.newInstance(
                        in, Map.of("addSpecialTokens", "false", "truncation", "false", "padding", "false"));
            }
        }

        int[] tokens(String text) {
            return Arrays.stream(tokenizer.encode(text, false, false).getIds())
                    .mapToInt(Math::toIntExact)
                    .toArray();
        }

        @Override
        public void close() {
            tokenizer.close();
        }
    }

    private static void assertSame(Tokenizer tokenizer, Library library, String text, String what) {
        int[] all = library.tokens(text);
        assertThat(tokenizer.encode(text)).as("all tokens of %s", what).isEqualTo(all);
        assertThat(tokenizer.encodeWithOffsets(text).ids())
                .as("located tokens of %s", what)
                .isEqualTo(all);
        for (int limit : new int[] {0, 1, 48, 192}) {
            assertThat(tokenizer.encode(text, limit))
                    .as("%d tokens of %s", limit, what)
                    .isEqualTo(Arrays.copyOf(all, Math.min(all.length, limit)));
        }
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void everyKindHasTheTokensOfTheWholeText(Path checkpoint) throws IOException {
        try (Tokenizer tokenizer = CheckpointReader.read(checkpoint).tokenizer();
                Library library = new Library(checkpoint)) {
            KINDS.forEach((kind, text) -> assertSame(tokenizer, library, text.apply(LENGTH), kind));
        }
    }

    /** As long as a state may be, so that a text is tokenized in pieces. */
    @ParameterizedTest
    @MethodSource("checkpoints")
    void longTextsHaveTheTokensOfTheWholeText(Path checkpoint) throws IOException {
        try (Tokenizer tokenizer = CheckpointReader.read(checkpoint).tokenizer();
                Library library = new Library(checkpoint)) {
            List<Map.Entry<String, IntFunction<String>>> kinds =
                    KINDS.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
            for (int i = 0; i < kinds.size(); i += NIGHTLY ? 1 : 4) {
                String kind = kinds.get(i).getKey();
                IntFunction<String> text = kinds.get(i).getValue();
                String unbroken = text.apply(50_000);
                assertThat(tokenizer.encode(unbroken)).as(kind).isEqualTo(library.tokens(unbroken));
                String mixed = unbroken.substring(0, 20_001) + " a word, " + text.apply(20_000) + "😀🇩🇪 end";
                assertThat(tokenizer.encode(mixed))
                        .as("mixed with words: %s", kind)
                        .isEqualTo(library.tokens(mixed));
            }
        }
    }

    /** The tokens of a run of characters may depend on what follows it. */
    @ParameterizedTest
    @MethodSource("checkpoints")
    void mixturesHaveTheTokensOfTheWholeText(Path checkpoint) throws IOException {
        List<IntFunction<String>> kinds = new ArrayList<>(KINDS.values());
        try (Tokenizer tokenizer = CheckpointReader.read(checkpoint).tokenizer();
                Library library = new Library(checkpoint)) {
            for (int i = 0; i < 20; i++) {
                StringBuilder text = new StringBuilder();
                while (text.length() < LENGTH) {
                    int length = 1 << RANDOM.nextInt(13);
                    text.append(kinds.get(RANDOM.nextInt(kinds.size())).apply(length));
                }
                String mixed = text.toString();
                assertSame(tokenizer, library, mixed, "mixture " + i + " " + mixed.substring(0, 80));
            }
        }
    }

    /** Whatever version of Unicode the library has, no character may be classified wrongly. */
    @Test
    void everyCharacterHasTheTokensOfTheWholeText() throws IOException {
        Path checkpoint = Golden.starter();
        try (Tokenizer tokenizer = CheckpointReader.read(checkpoint).tokenizer();
                Library library = new Library(checkpoint)) {
            StringBuilder text = new StringBuilder();
            for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 7) {
                if (Character.getType(c) != Character.SURROGATE) {
                    text.append('a').appendCodePoint(c).append('b');
                }
                if (text.length() > 9_000) {
                    String run = text.toString();
                    assertThat(tokenizer.encode(run)).as("up to U+%04X", c).isEqualTo(library.tokens(run));
                    text.setLength(0);
                }
            }
        }
    }
}
