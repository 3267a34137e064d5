// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Spark within the tests' process, with two threads; one for all tests, because it takes seconds to start. */
final class LocalSpark {
    static final SparkSession SESSION = SparkSession.builder()
            .master("local[2]")
            .appName("tests")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate();

    private LocalSpark() {}

    static String tiny() {
        return Path.of(Objects.requireNonNull(System.getProperty("testdata")), "tiny")
                .toString();
    }

    /** A dataset with a column {@code value}, divided into {@code partitions}. */
    static Dataset<Row> texts(int partitions, List<String> texts) {
        return SESSION.createDataset(texts, Encoders.STRING()).toDF().repartition(partitions);
    }
}
