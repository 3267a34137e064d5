// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import org.apache.spark.SparkContext;

/** The number of cores of an executor, as far as the driver knows. */
final class ExecutorCores {
    private ExecutorCores() {}

    /** The configured number; all cores that a driver without executors uses; else 1, which is never too many. */
    static int of(SparkContext spark) {
        int configured = spark.conf().getInt("spark.executor.cores", 0);
        if (configured > 0) {
            return configured;
        }
        return spark.master().matches("local(\\[.*])?") ? Math.max(1, spark.defaultParallelism()) : 1;
    }
}
