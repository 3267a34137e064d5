// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.engine.testkit.Goldens.GoldenRow;

/** Finds the most extreme of the recorded rows. */
final class Extremes {
    private Extremes() {}

    /** The shortest and longest row and those with the fewest and most options; one row may be several of these. */
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
