// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.decisionservice.api.QuestionType;
import org.decisionservice.api.State;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private final Checkpoint starter = Golden.checkpoint(Golden.starter());

    /** A checkpoint of full size computes these at every load, so there must not be many tokens. */
    @Test
    void everySentenceIsAShortRow() {
        List<Probe> probes = Probe.bundled(starter);
        assertThat(probes).hasSameSizeAs(ProbeSentence.bundled()).hasSizeGreaterThanOrEqualTo(48);
        assertThat(probes.stream().mapToInt(probe -> probe.row().length()).sum())
                .isBetween(2_000, 4_000);
    }

    @Test
    void sentencesDifferInKindAndSize() {
        List<ProbeSentence> sentences = ProbeSentence.bundled();
        assertThat(sentences).doesNotHaveDuplicates();
        Set<QuestionType> types = new HashSet<>();
        Set<Integer> counts = new HashSet<>();
        sentences.forEach(sentence -> {
            types.add(sentence.question().type());
            counts.add(sentence.question().optionCount());
        });
        assertThat(types).containsExactlyInAnyOrder(QuestionType.values());
        assertThat(counts).contains(2, 3, 4, 5, 6, 7, 8);
        assertThat(sentences).filteredOn(s -> s.state() instanceof State.Json).hasSizeGreaterThan(5);
        assertThat(sentences)
                .filteredOn(s -> s.question().instructions().chars().anyMatch(c -> c > 127))
                .hasSizeGreaterThan(8);
    }

    @Test
    void rowsCarryTheTemperatureOfTheirTypeAndOptions() {
        List<ProbeSentence> sentences = ProbeSentence.bundled();
        List<Probe> probes = Probe.bundled(starter);
        for (int i = 0; i < probes.size(); i++) {
            assertThat(probes.get(i).row().type(0))
                    .isEqualTo(sentences.get(i).question().type().code());
            assertThat(probes.get(i).temperature())
                    .isEqualTo(starter.temperatures()
                            .of(
                                    sentences.get(i).question().type(),
                                    sentences.get(i).question().optionCount()));
        }
    }
}
