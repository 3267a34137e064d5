// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Splits a batch into passes, for engines that need it. Memory stays bounded however large the batch is, and grouping
 * rows of similar length keeps padding low.
 */
public final class PassPlanner {
    /**
     * Tokens of one pass, including padding to its longest row. A higher bound is no faster and only makes buffers
     * larger.
     */
    static final int LARGEST_PASS = 1024;

    private PassPlanner() {}

    /** Row indexes of each pass. A row longer than the bound gets a pass of its own. */
    public static List<List<Integer>> plan(RowBatch batch) {
        List<Integer> longestFirst = IntStream.range(0, batch.size())
                .boxed()
                .sorted(Comparator.comparingInt((Integer row) -> batch.row(row).length())
                        .reversed())
                .toList();
        List<List<Integer>> passes = new ArrayList<>();
        for (int from = 0; from < longestFirst.size(); ) {
            int longest = batch.row(longestFirst.get(from)).length();
            int to = Math.min(from + Math.max(1, LARGEST_PASS / longest), longestFirst.size());
            passes.add(longestFirst.subList(from, to));
            from = to;
        }
        return passes;
    }
}
