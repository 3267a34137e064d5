// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.lang.Character.UnicodeScript;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** The letters of a text by script. */
final class ScriptProfile {
    /** At or above this share, letters of another script are more than a quotation. */
    private static final double CARRYING_SHARE = 0.2;

    /** The same for this share if there are enough letters for a sentence. */
    private static final double LONG_TEXT_SHARE = 0.1;

    private static final int SENTENCE = 10;

    /** Letters by script, Latin left out. */
    private final Map<UnicodeScript, Integer> foreign = new EnumMap<>(UnicodeScript.class);

    private int latin;
    private int accented;
    private int characters;
    private boolean word;
    private boolean capitalisedWord;
    private boolean lowerCase;

    static ScriptProfile of(String text, int from, int to) {
        ScriptProfile profile = new ScriptProfile();
        profile.count(text, from, to);
        return profile;
    }

    /** Letters that are not Latin. */
    int foreign() {
        return foreign.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Share of the letters that are not Latin; 0 if there are no letters. */
    double foreignShare() {
        int letters = foreign();
        return letters == 0 ? 0 : (double) letters / (letters + latin);
    }

    /** Non-ASCII Latin letters per character; 0 for an empty text. */
    double diacriticRate() {
        return characters == 0 ? 0 : (double) accented / characters;
    }

    /**
     * The main script of the text: the one of most letters, or another script among more Latin letters if its share is
     * too large for a quotation. A capitalised word may be a name and a single letter a symbol, so these alone do not
     * count. {@code UNKNOWN} if there are no letters.
     */
    UnicodeScript carrying() {
        if (foreign.isEmpty()) {
            return latin == 0 ? UnicodeScript.UNKNOWN : UnicodeScript.LATIN;
        }
        Map.Entry<UnicodeScript, Integer> largest = largestForeign();
        double share = foreignShare();
        boolean carries = share >= CARRYING_SHARE || (share >= LONG_TEXT_SHARE && foreign() >= SENTENCE);
        return (carries && foreignWord()) || largest.getValue() >= latin ? largest.getKey() : UnicodeScript.LATIN;
    }

    /** Share of the letters by script, largest first. */
    SequencedMap<UnicodeScript, Double> shares() {
        double letters = (double) foreign() + latin;
        Map<UnicodeScript, Integer> counts = new EnumMap<>(foreign);
        if (latin > 0) {
            counts.put(UnicodeScript.LATIN, latin);
        }
        SequencedMap<UnicodeScript, Double> shares = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<UnicodeScript, Integer>comparingByValue().reversed())
                .forEach(entry -> shares.put(entry.getKey(), entry.getValue() / letters));
        return shares;
    }

    /**
     * Whether there is a word of at least two letters in another script. In text that also has lower case, a
     * capitalised word counts as a name.
     */
    private boolean foreignWord() {
        return word || (capitalisedWord && !lowerCase);
    }

    private Map.Entry<UnicodeScript, Integer> largestForeign() {
        return foreign.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    }

    private void count(String text, int from, int to) {
        UnicodeScript run = UnicodeScript.LATIN;
        int length = 0; // letters of the run
        boolean named = false; // the run begins with a capital
        for (int i = from; i < to; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            characters++;
            if (Letters.isMark(c)) {
                continue; // part of the letter before it
            }
            UnicodeScript script = Letters.script(c);
            if (script == UnicodeScript.LATIN) {
                latin++;
                accented += c < 0x80 ? 0 : 1;
            }
            lowerCase |= Character.isLowerCase(c);
            if (script != run) {
                endRun(run, length, named);
                run = script;
                length = 0;
                named = Character.isUpperCase(c);
            }
            length++;
        }
        endRun(run, length, named);
    }

    private void endRun(UnicodeScript script, int letters, boolean named) {
        if (script != UnicodeScript.LATIN && script != UnicodeScript.UNKNOWN && letters > 0) {
            foreign.merge(script, letters, Integer::sum);
            word |= letters > 1 && !named;
            capitalisedWord |= letters > 1;
        }
    }
}
