// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.decisionservice.engine.spi.Logits;
import org.junit.jupiter.api.Test;

class QuestionLogitsTest {
    private static final Logits LOGITS = new Logits(
            List.of(new float[] {1, 2}, new float[] {9}, new float[] {-5, 8, 3}), new float[] {0.1f, 0.2f, 0.3f});

    @Test
    void aSingleRowIsUnchanged() {
        QuestionLogits only = new QuestionLogits(LOGITS.slice(2, 1));
        assertThat(only.bySlot()).containsExactly(-5, 8, 3);
        assertThat(only.actProbability()).isEqualTo(0.3f);
    }

    @Test
    void partsKeepTheirOrderAndTheRowWithTheLargestLogitGivesTheActProbability() {
        QuestionLogits all = new QuestionLogits(LOGITS);
        assertThat(all.bySlot()).containsExactly(1, 2, 9, -5, 8, 3);
        assertThat(all.actProbability()).isEqualTo(0.2f);
    }

    @Test
    void ofEquallyLargeLogitsTheFirstRowGivesTheActProbability() {
        Logits equal = new Logits(List.of(new float[] {1}, new float[] {7}, new float[] {7}), new float[] {1, 2, 3});
        assertThat(new QuestionLogits(equal).actProbability()).isEqualTo(2);
    }
}
