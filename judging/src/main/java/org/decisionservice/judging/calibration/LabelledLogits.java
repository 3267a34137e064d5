// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import java.util.List;
import org.decisionservice.core.decoding.Scaling;

/** The logits of rows beside their labels, computed once for the thousands of scalings that a fit tries. */
final class LabelledLogits {
    /** [rows][options] */
    private final double[][] logits;

    private final int[] gold;

    LabelledLogits(List<Sample> rows) {
        logits = rows.stream().map(Sample::logits).toArray(double[][]::new);
        gold = rows.stream().mapToInt(row -> row.answer().gold()).toArray();
    }

    int rows() {
        return gold.length;
    }

    /** The mean log loss under {@code scaling}. */
    double loss(Scaling scaling) {
        double sum = 0;
        for (int row = 0; row < gold.length; row++) {
            sum += Sample.loss(logits[row], gold[row], scaling);
        }
        return sum / gold.length;
    }
}
