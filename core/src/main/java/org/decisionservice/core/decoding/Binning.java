// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.List;

/**
 * Replaces an answer's confidence by the share of correct answers among those with a similar confidence.
 *
 * @param values one for each bin, at least one, each in [0, 1]; the bins have equal width and cover 0 to 1
 */
public record Binning(List<Double> values) {
    public Binning {
        values = List.copyOf(values);
    }

    double of(double confidence) {
        return values.get(Math.clamp((int) (confidence * values.size()), 0, values.size() - 1));
    }
}
