// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads the rows of a job. Spark believes the format that it is told, and notices a wrong one after minutes. */
final class Input {
    private static final String DEFAULT = "parquet";

    /** Endings of names, and the format that they mean. */
    private static final Map<String, String> FORMATS = Map.of(
            ".json", "json", ".jsonl", "json", ".ndjson", "json", ".csv", "csv", ".txt", "text", ".orc", "orc", ".avro",
            "avro");

    private static final String COMPRESSED = "\\.(gz|bz2|zst|xz|snappy|lz4)$";

    private Input() {}

    /**
     * Compares the name of the input with the format that it would be read in. Needs no Spark.
     *
     * @throws IllegalArgumentException naming the fix, if no format is given and the name means another than the
     *     default
     */
    static void check(String input, Optional<String> format) {
        String name = input.toLowerCase(Locale.ROOT).replaceFirst(COMPRESSED, "");
        Optional<String> meant =
                FORMATS.keySet().stream().filter(name::endsWith).findFirst();
        if (format.isEmpty() && meant.isPresent()) {
            throw new IllegalArgumentException("--input ends in " + meant.get() + " and would be read as " + DEFAULT
                    + "; add --format " + FORMATS.get(meant.get()));
        }
    }

    /** @throws IllegalArgumentException naming the input and the reason, if it cannot be read in that format */
    static Dataset<Row> read(SparkSession spark, String input, Optional<String> format) {
        String used = format.orElse(DEFAULT);
        try {
            return spark.read().format(used).load(input);
        } catch (Exception e) { // Spark's are checked and declared nowhere.
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            String reason =
                    String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
            throw new IllegalArgumentException(
                    "--input cannot be read as " + used + ": " + reason
                            + (format.isEmpty() ? "; if it has another format, name it with --format" : ""),
                    e);
        }
    }
}
