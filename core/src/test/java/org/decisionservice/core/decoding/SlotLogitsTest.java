// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.Logits;
import org.junit.jupiter.api.Test;

class SlotLogitsTest {
    private static final Logits LOGITS = new Logits(
            List.of(new float[] {1, 2}, new float[] {9}, new float[] {-5, 8, 3}), new float[] {0.1f, 0.2f, 0.3f});

    private static List<Float> slots(SlotLogits found) {
        return IntStream.range(0, found.options()).mapToObj(found::logit).toList();
    }

    @Test
    void oneRowStaysAsItIs() {
        SlotLogits only = SlotLogits.joined(List.of(SlotLogits.of(LOGITS, 2)));
        assertThat(slots(only)).containsExactly(-5f, 8f, 3f);
        assertThat(only.actProbability()).isEqualTo(0.3f);
    }

    @Test
    void partsKeepTheirOrderAndTheBestOneSpeaksForAll() {
        SlotLogits all = SlotLogits.joined(IntStream.range(0, 3)
                .mapToObj(row -> SlotLogits.of(LOGITS, row))
                .toList());
        assertThat(slots(all)).containsExactly(1f, 2f, 9f, -5f, 8f, 3f);
        assertThat(all.actProbability()).isEqualTo(0.2f);
    }
}
