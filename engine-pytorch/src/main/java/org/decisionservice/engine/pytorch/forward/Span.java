// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

/** Part of a dimension: from {@code start} to before {@code end}. */
record Span(int start, int end) {

    int length() {
        return end - start;
    }
}
