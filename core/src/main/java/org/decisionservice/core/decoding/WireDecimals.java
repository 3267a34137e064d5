// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Rounds the numbers of a response. */
public final class WireDecimals {
    private static final int PLACES = 4;

    private WireDecimals() {}

    /**
     * {@code value} rounded to 4 decimals, half to even on its exact binary value. NaN and infinities are returned
     * unchanged.
     */
    public static double round(double value) {
        if (!Double.isFinite(value)) {
            return value;
        }
        return new BigDecimal(value).setScale(PLACES, RoundingMode.HALF_EVEN).doubleValue();
    }
}
