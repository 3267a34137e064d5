// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A word tokenizer's treatment of characters. Its tables are of another version of Unicode than Java's, so the
 * tokenizer itself is asked once about each character. Letters, digits and unassigned characters need no question, and
 * one answer holds for all characters for private use. Safe for concurrent use.
 */
final class CharacterKinds {
    /** The effect of a character on the words around it. */
    enum Effect {
        /** Separates words. */
        SPACE,
        /** Is a word itself. */
        ALONE,
        /** Is part of a word. */
        WORD,
        /** Is removed: the characters around it are neighbours. */
        NOTHING,
        /** Half of a surrogate pair, which no request can contain. */
        UNKNOWN
    }

    private static final int PAGE = 256;
    private static final int PAGES = (Character.MAX_CODE_POINT + 1) / PAGE;
    private static final int IDEOGRAPH = 0x4e2d;
    private static final int PRIVATE = 0xe000;

    /** Blocks of ideographs, as BERT lists them: first and last of each. */
    private static final int[] IDEOGRAPHS = {
        0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xf900, 0xfaff, 0x20000, 0x2a6df, 0x2a700, 0x2b73f, 0x2b740, 0x2b81f, 0x2b920,
        0x2ceaf, 0x2f800, 0x2fa1f
    };

    private final NativeText text;
    private final long[] alone;
    private final long[] joined;
    private final long[] apart;
    private final Effect ideograph;
    private final AtomicReferenceArray<@Nullable Effect @Nullable []> known = new AtomicReferenceArray<>(PAGES);

    private CharacterKinds(NativeText text) {
        this.text = text;
        this.alone = text.ids("a");
        this.joined = text.ids("aa");
        this.apart = text.ids("a a");
        this.ideograph = asked(IDEOGRAPH);
    }

    /** Empty if the tokens of letters do not show where a word ends. */
    static Optional<CharacterKinds> of(NativeText text, int mostWordCharacters) {
        long[] unknown = text.ids("a".repeat(mostWordCharacters + 1));
        CharacterKinds kinds = new CharacterKinds(text);
        boolean distinct = kinds.alone.length == 1
                && !Arrays.equals(kinds.alone, unknown)
                && !Arrays.equals(kinds.joined, unknown)
                && !Arrays.equals(kinds.joined, kinds.apart);
        return distinct ? Optional.of(kinds) : Optional.empty();
    }

    Effect of(int c) {
        @Nullable Effect[] page = known.get(c / PAGE);
        if (page == null) {
            page = new @Nullable Effect[PAGE];
            known.set(c / PAGE, page);
        }
        // Two threads may both ask, and get the same answer.
        @Nullable Effect kind = page[c % PAGE];
        if (kind == null) {
            kind = found(c);
            page[c % PAGE] = kind;
        }
        return kind;
    }

    private Effect found(int c) {
        return switch (Character.getType(c)) {
            case Character.SURROGATE -> Effect.UNKNOWN;
            case Character.PRIVATE_USE -> asked(PRIVATE);
            case Character.UNASSIGNED,
                    Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.DECIMAL_DIGIT_NUMBER,
                    Character.LETTER_NUMBER,
                    Character.OTHER_NUMBER -> isIdeograph(c) ? ideograph : Effect.WORD;
            default -> asked(c);
        };
    }

    private static boolean isIdeograph(int c) {
        for (int block = 0; block < IDEOGRAPHS.length; block += 2) {
            if (c >= IDEOGRAPHS[block] && c <= IDEOGRAPHS[block + 1]) {
                return true;
            }
        }
        return false;
    }

    private Effect asked(int c) {
        long[] ids = text.ids("a" + Character.toString(c) + "a");
        if (Arrays.equals(ids, joined)) {
            return Effect.NOTHING;
        }
        if (Arrays.equals(ids, apart)) {
            return Effect.SPACE;
        }
        return ids.length > 2 && ids[0] == alone[0] && ids[ids.length - 1] == alone[0] ? Effect.ALONE : Effect.WORD;
    }
}
