// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.List;
import org.decisionservice.engine.spi.Logits;

/** What a pass found about one question, from as many rows as it has. */
public final class SlotLogits {
    private final float[] bySlot;
    private final double actProbability;

    private SlotLogits(float[] bySlot, double actProbability) {
        this.bySlot = bySlot;
        this.actProbability = actProbability;
    }

    /** Those of one row. */
    public static SlotLogits of(Logits logits, int row) {
        float[] bySlot = new float[logits.options(row)];
        for (int slot = 0; slot < bySlot.length; slot++) {
            bySlot[slot] = logits.optionLogit(row, slot);
        }
        return new SlotLogits(bySlot, logits.actProbability(row));
    }

    /**
     * Joins the rows of a question whose options were split among them, in slot order, at least one. The same scorer saw
     * every option behind the same instructions, so that logits of different rows are on one scale; the act head saw one
     * row at a time, and the row that holds the most likely option decides.
     */
    public static SlotLogits joined(List<SlotLogits> parts) {
        float[] all = new float[parts.stream().mapToInt(SlotLogits::options).sum()];
        SlotLogits best = parts.getFirst();
        int at = 0;
        for (SlotLogits part : parts) {
            System.arraycopy(part.bySlot, 0, all, at, part.bySlot.length);
            at += part.bySlot.length;
            best = part.largest() > best.largest() ? part : best;
        }
        return new SlotLogits(all, best.actProbability);
    }

    private float largest() {
        float largest = Float.NEGATIVE_INFINITY;
        for (float logit : bySlot) {
            largest = Math.max(largest, logit);
        }
        return largest;
    }

    int options() {
        return bySlot.length;
    }

    float logit(int slot) {
        return bySlot[slot];
    }

    double actProbability() {
        return actProbability;
    }
}
