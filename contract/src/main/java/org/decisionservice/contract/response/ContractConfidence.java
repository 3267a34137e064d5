// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import org.decisionservice.api.Probabilities;

/**
 * Confidence as the upstream contract defines it. It differs from the {@code confidence} of
 * {@link org.decisionservice.api.Certainty} and is on another scale. In [0, 1]: 0 for an even distribution of a choice,
 * 1 if all mass is on one option, and 1 for a single option.
 */
public final class ContractConfidence {
    private ContractConfidence() {}

    /** (m − 1/n) / (1 − 1/n), where m is the largest of n probabilities: how far above chance the answer is. */
    public static double ofChoice(Probabilities p) {
        if (p.size() == 1) {
            return 1;
        }
        double chance = 1.0 / p.size();
        return Math.clamp((p.max() - chance) / (1 - chance), 0, 1);
    }

    /**
     * 1 − Σ p_i·|i − k| / D, at least 0. Here k is the first most probable level, and D = (1/n)·Σ|i − (n−1)/2| is the
     * mean distance from the middle of the scale under chance. Mass on a neighbouring level costs less than mass far
     * away.
     */
    public static double ofScore(Probabilities p) {
        if (p.size() == 1) {
            return 1;
        }
        int mode = p.argMax();
        double middle = (p.size() - 1) / 2.0;
        double spread = 0;
        double chance = 0;
        for (int level = 0; level < p.size(); level++) {
            spread += p.get(level) * Math.abs(level - mode);
            chance += Math.abs(level - middle) / p.size();
        }
        return Math.clamp(1 - spread / chance, 0, 1);
    }
}
