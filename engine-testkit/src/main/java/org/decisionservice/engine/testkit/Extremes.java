// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.engine.testkit.Goldens.GoldenRow;

/** Recorded rows at the ends of what a row can be. */
final class Extremes {
    private Extremes() {}

    /** Shortest and longest row, fewest and most options; one row may be several of them. */
    static List<GoldenRow> of(SampleCheckpoint checkpoint) {
        List<GoldenRow> rows = Goldens.of(checkpoint).stream()
                .flatMap(batch -> batch.rows().stream())
                .toList();
        Comparator<GoldenRow> length = Comparator.comparingInt(row -> row.row().length());
        Comparator<GoldenRow> options = Comparator.comparingInt(row -> row.row().options());
        return Stream.of(length, length.reversed(), options, options.reversed())
                .map(order -> rows.stream().min(order).orElseThrow())
                .distinct()
                .toList();
    }
}
