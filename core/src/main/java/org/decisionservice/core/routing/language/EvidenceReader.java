// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.List;
import java.util.Optional;

/** Weighs texts by the English word list and the language model. Expensive to create, but stateless, so it is kept. */
record EvidenceReader(WordList english, NgramModel model) {
    /** No margin can make a line with this coverage foreign, so the model, which is the expensive part, is not used. */
    private static final double PLAINLY_ENGLISH = 0.75;

    /** A shorter line never has enough letters to be judged alone. */
    private static final int SHORTEST_LINE = 10;

    /** The evidence in the first {@code limit} characters of {@code pieces} together. */
    Evidence read(List<Piece> pieces, int limit) {
        Words words = WordReader.read(pieces, limit).withoutNames();
        return evidence(words, words.in(english));
    }

    /** The evidence in a line, if the line is clearly not English. */
    Optional<Evidence> readForeign(Piece line, int limit) {
        if (line.length() < SHORTEST_LINE) {
            return Optional.empty();
        }
        Words words = WordReader.read(List.of(line), limit).withoutNames();
        Words.Coverage coverage = words.in(english);
        if (coverage.share() >= PLAINLY_ENGLISH) {
            return Optional.empty();
        }
        return Optional.of(evidence(words, coverage)).filter(Verdict::isForeignLine);
    }

    private Evidence evidence(Words words, Words.Coverage coverage) {
        NgramModel.Reading reading = model.read(words.buffer(), words.length());
        return new Evidence(
                coverage.counted(),
                words.letters(),
                coverage.share(),
                reading.englishMargin(),
                reading.other(),
                words.anyLowerCase());
    }
}
