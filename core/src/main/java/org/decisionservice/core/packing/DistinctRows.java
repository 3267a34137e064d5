// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.Logits;

/**
 * The rows of a request without those that are there before: a state that is sent twice, or a question that is asked
 * under two names, is computed once.
 */
public final class DistinctRows {
    private final List<List<PackedRow>> states = new ArrayList<>();
    /** Which of the distinct rows is computed for each row. */
    private final int[] computed;

    private final int distinct;

    /** @param states the rows of each state */
    public DistinctRows(List<List<PackedRow>> states) {
        List<PackedRow> all = states.stream().flatMap(List::stream).toList();
        int[] firsts = firsts(all);
        this.computed = new int[firsts.length];
        int row = 0;
        int count = 0;
        for (List<PackedRow> state : states) {
            List<PackedRow> own = new ArrayList<>(state.size());
            for (PackedRow each : state) {
                if (firsts[row] == row) {
                    computed[row] = count++;
                    own.add(each);
                } else {
                    computed[row] = computed[firsts[row]];
                }
                row++;
            }
            this.states.add(List.copyOf(own));
        }
        this.distinct = count;
    }

    /** For each row, the index of the first row that is equal to it. */
    private static int[] firsts(List<PackedRow> rows) {
        int[] firsts = IntStream.range(0, rows.size()).toArray();
        Collection<List<Integer>> byLength = IntStream.range(0, rows.size())
                .boxed()
                .collect(Collectors.groupingBy(row -> rows.get(row).length()))
                .values();
        for (List<Integer> sameLength : byLength) {
            // Most rows differ in length, and are not even put together here.
            if (sameLength.size() > 1) {
                Map<RowDigest, Integer> seen = HashMap.newHashMap(sameLength.size());
                for (int row : sameLength) {
                    Integer first = seen.putIfAbsent(rows.get(row).digest(), row);
                    firsts[row] = first == null ? row : first;
                }
            }
        }
        return firsts;
    }

    /** Rows of each state that no earlier state contributed; may be none. */
    public List<List<PackedRow>> states() {
        return states;
    }

    /** The logits of all rows, from those of the distinct ones in the order of {@link #states}. */
    public Logits all(Logits logits) {
        return distinct == computed.length ? logits : logits.repeated(computed);
    }
}
