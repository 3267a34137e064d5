// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import java.util.List;
import java.util.stream.IntStream;

/** Part of a dimension: from {@code start} to before {@code end}. */
record Span(int start, int end) {

    int length() {
        return end - start;
    }

    /** Divides it into neighbouring chunks of {@code length}; the last may be shorter. */
    List<Span> chunks(int length) {
        return IntStream.range(0, Math.ceilDiv(length(), length))
                .map(i -> start + i * length)
                .mapToObj(from -> new Span(from, Math.min(from + length, end)))
                .toList();
    }
}
