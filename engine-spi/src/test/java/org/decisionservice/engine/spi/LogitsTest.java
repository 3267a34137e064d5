// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogitsTest {
    private final List<float[]> options = List.of(new float[] {1, 2}, new float[] {3}, new float[] {4, 5, 6});
    private final Logits logits = new Logits(options, new float[] {0.1f, 0.2f, 0.3f});

    @Test
    void aSliceCountsItsOwnRowsAndSeesTheSameNumbers() {
        Logits slice = logits.slice(1, 2);
        assertThat(slice.size()).isEqualTo(2);
        assertThat(slice.options(0)).isEqualTo(1);
        assertThat(slice.actProbability(1)).isEqualTo(0.3f);
        assertThat(slice.slice(1, 1).optionLogit(0, 2)).isEqualTo(6);
        assertThat(slice.slice(1, 1).actProbability(0)).isEqualTo(0.3f);
        options.get(2)[1] = 50;
        assertThat(slice.optionLogit(1, 1)).isEqualTo(50);
    }

    @Test
    void aSliceHasNoRowsOfOthers() {
        Logits slice = logits.slice(1, 1);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> slice.optionLogit(1, 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> slice.actProbability(1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> slice.actProbability(-1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> logits.slice(2, 2));
    }

    @Test
    void slotsOfAQuestionAreCountedFromItsFirst() {
        Logits own = new Logits(List.of(new float[] {1, 2, 3}, new float[] {4, 5, 6}), new float[] {0.1f, 0.2f})
                .slice(1, 1)
                .slots(1, 2);
        assertThat(own.options(0)).isEqualTo(2);
        assertThat(own.optionLogit(0, 0)).isEqualTo(5);
        assertThat(own.actProbability(0)).isEqualTo(0.2f);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> own.slots(1, 2));
    }

    @Test
    void passesAreJoinedWithoutCopyingTheirLogits() {
        Logits joined = Logits.joined(List.of(logits.slice(2, 1), logits.slice(0, 2)));
        assertThat(joined.size()).isEqualTo(3);
        assertThat(joined.actProbability(0)).isEqualTo(0.3f);
        assertThat(joined.actProbability(2)).isEqualTo(0.2f);
        options.get(2)[0] = 40;
        assertThat(joined.optionLogit(0, 0)).isEqualTo(40);
        assertThat(Logits.joined(List.of(logits))).isSameAs(logits);
        assertThat(Logits.joined(List.of()).size()).isZero();
    }

    @Test
    void everyRowHasAnActProbability() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Logits(options, new float[2]))
                .withMessage("3 rows of logits, 2 act probabilities");
    }

    @Test
    void stateVectorsFollowTheirRows() {
        List<float[]> vectors = List.of(new float[] {1, 1}, new float[] {2, 2}, new float[] {3, 3});
        Logits with = new Logits(options, new float[3], vectors);
        assertThat(with.slice(1, 2).slice(1, 1).stateVectors(0).orElseThrow()).containsExactly(3, 3);
        Logits placed = with.placed(new int[] {2, 0, 1});
        assertThat(placed.stateVectors(2).orElseThrow()).containsExactly(1, 1);
        assertThat(placed.optionLogit(2, 1)).isEqualTo(2);
        Logits joined = Logits.joined(List.of(placed.slice(2, 1), with));
        assertThat(joined.stateVectors(0).orElseThrow()).containsExactly(1, 1);
        assertThat(joined.stateVectors(3).orElseThrow()).containsExactly(3, 3);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> with.slice(1, 1).stateVectors(1));
    }

    @Test
    void stateVectorsOfSomePassesAreNone() {
        Logits with = new Logits(options, new float[3], List.of(new float[2], new float[2], new float[2]));
        assertThat(logits.stateVectors(0)).isEmpty();
        assertThat(logits.placed(new int[] {2, 0, 1}).stateVectors(0)).isEmpty();
        assertThat(Logits.joined(List.of(with, logits)).stateVectors(0)).isEmpty();
        assertThat(with.stateVectors(0).orElseThrow())
                .isNotSameAs(with.stateVectors(0).orElseThrow());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Logits(options, new float[3], List.of(new float[2])))
                .withMessage("3 rows of logits, state vectors of 1");
    }
}
