// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.drift;

import java.util.Map;
import java.util.SequencedMap;

/**
 * The distribution of answers while all was well.
 *
 * @param questions by id, the most frequent first
 */
public record Baseline(SequencedMap<String, QuestionBaseline> questions) {
    /**
     * A question.
     *
     * @param wording its {@link org.decisionservice.core.decoding.Wording}: in other words it is another question
     * @param tally of its answers
     * @param dispersions how the days differed, by trait
     */
    public record QuestionBaseline(String wording, Tally tally, Map<Trait, Dispersion> dispersions) {
        public QuestionBaseline {
            dispersions = Map.copyOf(dispersions);
        }

        Dispersion dispersion(Trait trait) {
            return dispersions.getOrDefault(trait, Dispersion.UNKNOWN);
        }
    }

    /** Whether it is too short to know, of any question, how much days differ. */
    public boolean isShort() {
        return questions.values().stream()
                .flatMap(asked -> asked.dispersions().values().stream())
                .allMatch(Dispersion.UNKNOWN::equals);
    }
}
