// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.LongAccumulator;

/**
 * Counters that Spark's own pages show for every stage while it runs. A task that is repeated counts again, so they
 * show progress and are no result.
 *
 * @param rows that were looked at
 * @param refused those of them without answers
 * @param passes through a model
 * @param tokens of all passes
 * @param passMillis time in passes, in milliseconds, of all executors together
 */
record Progress(
        LongAccumulator rows,
        LongAccumulator refused,
        LongAccumulator passes,
        LongAccumulator tokens,
        LongAccumulator passMillis)
        implements Serializable {

    static Progress of(SparkContext spark) {
        return new Progress(
                spark.longAccumulator("decisions: rows"),
                spark.longAccumulator("decisions: rows with an error"),
                spark.longAccumulator("decisions: passes"),
                spark.longAccumulator("decisions: tokens"),
                spark.longAccumulator("decisions: milliseconds in passes"));
    }
}
