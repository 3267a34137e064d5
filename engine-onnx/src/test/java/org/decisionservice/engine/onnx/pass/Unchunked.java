// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.spi.Row;

/** Creates passes whose sliding attention always goes row by row, whatever it costs. */
public final class Unchunked {
    private Unchunked() {}

    public static GraphInputs inputs(List<Row> rows, int window) {
        return new GraphInputs(rows, Optional.empty(), new WindowRows(rows, window), false);
    }
}
