// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.math.BigDecimal;

/** A number by its exact value: 1, 1.0 and 1e0 are equal. */
record NumericValue(BigDecimal value) {
    NumericValue {
        value = value.stripTrailingZeros();
    }

    static NumericValue of(double value) {
        return new NumericValue(new BigDecimal(value));
    }

    static NumericValue of(String digits) {
        return new NumericValue(new BigDecimal(digits));
    }
}
