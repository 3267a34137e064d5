// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/**
 * Answers of the reference engine with their state vectors, computed once for all engines that one process compares.
 */
final class ReferenceAnswers {
    private static final Map<Forward, Logits> ANSWERS = new ConcurrentHashMap<>();

    private record Forward(ModelSource source, List<Row> rows) {}

    private ReferenceAnswers() {}

    static Logits of(ModelSource source, List<Row> rows) {
        return ANSWERS.computeIfAbsent(new Forward(source, List.copyOf(rows)), ReferenceAnswers::computed);
    }

    private static Logits computed(Forward asked) {
        try (Engine reference = new ReferenceEngineProvider().open(EngineOptions.DEFAULTS);
                LoadedModel model = reference.load(asked.source(), Device.CPU, Precision.FLOAT32)) {
            return model.forward(RowBatch.of(asked.rows()).withStateVectors());
        }
    }
}
