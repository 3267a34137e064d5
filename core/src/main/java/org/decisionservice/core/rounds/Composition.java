// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Combines the rounds of an elimination: one logit for every option, on one scale.
 *
 * <p>The last row's logits stay as they are. Going back round by round, the logits of each group are shifted by a
 * constant, so that those of its options that went on have the same total mass as in the later rounds. All odds within
 * a row thus stay as the model gave them. If the model gives an option the same logit in every row, up to a constant
 * for each row, the result is exactly the model's softmax over all options. The winner stays the winner: in its group,
 * an eliminated option has no larger logit than any option that went on, so it has no more than their mean, and none of
 * them has more than the winner. Because only logits are shifted, a temperature applies to the result as to a single
 * row.
 */
final class Composition {
    private Composition() {}

    /**
     * The logits by option: [options].
     *
     * @param rounds the last one has one group; its options are those that went on from the round before, and so forth
     */
    static double[] logits(int options, List<List<GroupLogits>> rounds) {
        double[] logits = new double[options];
        GroupLogits last = rounds.getLast().getFirst();
        for (int slot = 0; slot < last.options().size(); slot++) {
            logits[last.options().get(slot)] = last.logit(slot);
        }
        for (int round = rounds.size() - 2; round >= 0; round--) {
            Set<Integer> wentOn = new HashSet<>();
            rounds.get(round + 1).forEach(group -> wentOn.addAll(group.options()));
            rounds.get(round).forEach(group -> shift(group, wentOn, logits));
        }
        return logits;
    }

    /** Fills in the options of a group that did not go on. */
    private static void shift(GroupLogits group, Set<Integer> wentOn, double[] logits) {
        List<Double> here = new ArrayList<>();
        List<Double> later = new ArrayList<>();
        for (int slot = 0; slot < group.options().size(); slot++) {
            int option = group.options().get(slot);
            if (wentOn.contains(option)) {
                here.add(group.logit(slot));
                later.add(logits[option]);
            }
        }
        double shift = GroupLogits.logSumExp(array(later)) - GroupLogits.logSumExp(array(here));
        for (int slot = 0; slot < group.options().size(); slot++) {
            int option = group.options().get(slot);
            if (!wentOn.contains(option)) {
                logits[option] = group.logit(slot) + shift;
            }
        }
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
