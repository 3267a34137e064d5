package org.decisionservice.core.routing.language;

import java.util.List;

/** Weighs texts by the English word list and the language model. Heavy to make, cheap to keep, without state. */
record EvidenceReader(WordList english, NgramModel model) {

    /** The evidence in the first {@code limit} characters of {@code pieces}. */
    Evidence read(List<Piece> pieces, int limit) {
        Words words = Words.of(pieces, limit);
        Words.Coverage coverage = words.in(english);
        NgramModel.Reading reading = model.read(words.buffer(), words.length(), words.letters());
        return new Evidence(
                coverage.counted(),
                words.letters(),
                coverage.counted() == 0 ? 0 : (double) coverage.known() / coverage.counted(),
                reading.englishMargin(),
                reading.other(),
                words.anyLowerCase());
    }
}
