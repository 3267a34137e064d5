package org.decisionservice.core.routing.language;

import java.util.List;

/** Weighs texts by the English word list and the language model. Heavy to make, cheap to keep, without state. */
record EvidenceReader(WordList english, NgramModel model) {

    /** The evidence in the first {@code limit} characters of {@code pieces}. */
    Evidence read(List<Piece> pieces, int limit) {
        Words words = Words.of(pieces, limit);
        int count = words.count();
        double coverage = count == 0 ? 0 : (double) words.in(english) / count;
        NgramModel.Reading reading = model.read(words.buffer(), words.length(), words.letters());
        return new Evidence(
                count, words.letters(), coverage, reading.englishMargin(), reading.other(), words.anyLowerCase());
    }
}
