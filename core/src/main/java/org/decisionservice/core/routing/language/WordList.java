// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The English words that a text is compared with: about 40,000, in lower case. Membership is a lookup of a 64-bit hash
 * in a table, without a string per word. Two words of a language sharing a hash is less likely than a memory error.
 */
final class WordList {
    /** About four times the number of words, so that a lookup rarely goes past the first slot; a power of two. */
    private static final int SLOTS = 1 << 17;

    private final long[] hashes = new long[SLOTS];

    /** Reads the front-coded list that scripts/measure/language/make_word_list.py writes. */
    static WordList read(InputStream in) throws IOException {
        WordList list = new WordList();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            char[] word = new char[64];
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int shared = line.charAt(0) - 'a';
                line.getChars(1, line.length(), word, shared);
                list.add(hash(word, 0, shared + line.length() - 1));
            }
        }
        return list;
    }

    /** Whether {@code text[from, to)}, in lower case, is a word in the list or the possessive of one. */
    boolean contains(char[] text, int from, int to) {
        if (has(hash(text, from, to))) {
            return true;
        }
        int stem = to;
        if (stem - from > 2 && text[stem - 1] == 's' && text[stem - 2] == '\'') {
            stem -= 2;
        }
        return stem < to && has(hash(text, from, stem));
    }

    private void add(long hash) {
        int slot = slot(hash);
        while (hashes[slot] != 0 && hashes[slot] != hash) {
            slot = (slot + 1) & (SLOTS - 1);
        }
        hashes[slot] = hash;
    }

    private boolean has(long hash) {
        int slot = slot(hash);
        while (hashes[slot] != 0) {
            if (hashes[slot] == hash) {
                return true;
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        return false;
    }

    private static int slot(long hash) {
        return (int) (hash >>> 40) & (SLOTS - 1);
    }

    private static long hash(char[] text, int from, int to) {
        long hash = 0x5851F42D4C957F2DL;
        for (int i = from; i < to; i++) {
            hash = (hash ^ text[i]) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        return hash | 1; // zero marks a free slot
    }
}
