// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.WeightFiles;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/**
 * One pass of a model that was just loaded, over a question of each type. A checkpoint can be whole, of the right
 * shapes, and compute nothing: it would be ready, and every request would fail.
 */
final class Trial {
    private Trial() {}

    /**
     * Returns the model, or closes it if an answer is no number.
     *
     * @throws EngineException BAD_MODEL naming the tensor that is to blame, if one is; else what the pass throws
     */
    static LoadedModel passed(LoadedModel model, Checkpoint checkpoint) {
        try {
            List<Row> rows = Probe.ofEachType(checkpoint);
            if (!rows.isEmpty()) {
                Logits logits = model.forward(RowBatch.of(rows));
                for (int row = 0; row < rows.size(); row++) {
                    if (!isFinite(logits, row)) {
                        throw refusal(rows.get(row), checkpoint.source().weights());
                    }
                }
            }
            return model;
        } catch (RuntimeException | Error e) {
            model.close();
            throw e;
        }
    }

    private static boolean isFinite(Logits logits, int row) {
        boolean finite = Float.isFinite(logits.actProbability(row));
        for (int slot = 0; slot < logits.options(row); slot++) {
            finite &= Float.isFinite(logits.optionLogit(row, slot));
        }
        return finite;
    }

    private static EngineException refusal(Row row, ModelWeights weights) {
        Optional<String> broken = WeightFiles.notFinite(weights);
        String type = Arrays.stream(QuestionType.values())
                .filter(each -> each.code() == row.type(row.marker(0)))
                .map(QuestionType::wireName)
                .findFirst()
                .orElseThrow();
        return new EngineException(
                EngineException.Kind.BAD_MODEL,
                weights.name() + ": its answer to a question of type " + type + " is not a number: "
                        + broken.map(tensor -> "tensor '" + tensor + "' holds NaN or infinity")
                                .orElse("all weights are finite, and a layer's values are too large for its type"));
    }
}
