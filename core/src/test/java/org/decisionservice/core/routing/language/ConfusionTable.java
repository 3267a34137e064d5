// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.decisionservice.api.Detection;
import org.decisionservice.core.routing.language.Cases.Case;

/**
 * Prints how the detector judges the states of a JSONL file, and which ones it gets wrong. {@code
 * scripts/measure/language/evaluate.sh FILE} runs it.
 */
public final class ConfusionTable {
    private enum Row {
        MULTILINGUAL,
        ENGLISH
    }

    private enum Column {
        OTHER,
        UNDECIDED,
        ENGLISH
    }

    private final Map<Row, Map<Column, Integer>> counts = new EnumMap<>(Row.class);

    public static void main(String[] arguments) throws IOException {
        List<Case> cases = Cases.read(Path.of(arguments[0]));
        ConfusionTable table = new ConfusionTable();
        EvidenceDetector detector = new EvidenceDetector();
        for (Case each : cases) {
            if (!each.expect().equals("english") && !each.expect().equals("multilingual")) {
                continue; // either will do
            }
            Detection detection = detector.detect(each.state());
            table.add(each, detection, System.out);
        }
        table.print(System.out);
    }

    private void add(Case each, Detection detection, PrintStream out) {
        Column column =
                !detection.english() ? Column.OTHER : detection.languageUndecided() ? Column.UNDECIDED : Column.ENGLISH;
        Row row = each.expect().equals("english") ? Row.ENGLISH : Row.MULTILINGUAL;
        counts.computeIfAbsent(row, _ -> new EnumMap<>(Column.class)).merge(column, 1, Integer::sum);
        boolean wrong = row == Row.ENGLISH ? column == Column.OTHER : column == Column.ENGLISH;
        if (wrong) {
            out.printf(
                    "%-4s read as %-9s %-5s %s%n",
                    each.language(),
                    column.name().toLowerCase(Locale.ROOT),
                    detection.language().orElse("-"),
                    each.shown().substring(0, Math.min(160, each.shown().length())));
        }
    }

    private void print(PrintStream out) {
        out.printf("%-14s %7s %16s %16s %16s%n", "should be", "states", "not English", "undecided", "English");
        counts.forEach((row, columns) -> {
            int total = columns.values().stream().mapToInt(Integer::intValue).sum();
            out.printf("%-14s %7d", row.name().toLowerCase(Locale.ROOT), total);
            for (Column column : Column.values()) {
                int count = columns.getOrDefault(column, 0);
                out.printf(" %7d %7.2f%%", count, 100.0 * count / total);
            }
            out.println();
        });
    }
}
