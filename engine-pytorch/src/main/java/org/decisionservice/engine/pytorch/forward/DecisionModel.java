// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.ParallelRow;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;

/** A complete model, ready to compute. */
public final class DecisionModel implements AutoCloseable {
    private final Encoder encoder;
    private final DecisionHead head;
    private final OptionLayout layout;
    private final int hidden;
    private final Parameters parameters;
    private final NDManager manager;

    private DecisionModel(ModelConfig config, ModelTensors tensors, Parameters parameters, NDManager manager) {
        this.encoder = Encoder.of(config.encoder(), tensors.encoder(), parameters);
        this.head = new DecisionHead(config, tensors, parameters);
        this.layout = config.optionLayout();
        this.hidden = config.encoder().hidden();
        this.parameters = parameters;
        this.manager = manager;
    }

    /**
     * Loads a checkpoint onto the manager's device. Takes ownership of the manager, which is closed if loading fails.
     *
     * @throws org.decisionservice.engine.spi.EngineException BAD_MODEL naming the file or tensor and what is wrong
     */
    public static DecisionModel load(ModelSource source, NDManager manager, Arithmetic arithmetic) {
        Weights weights;
        try {
            weights = Weights.open(source.weights());
        } catch (RuntimeException e) {
            manager.close();
            throw e;
        }
        Parameters parameters = new Parameters(weights, manager, arithmetic);
        try {
            ModelTensors tensors = ModelTensors.find(source.config(), weights);
            DecisionModel model = new DecisionModel(source.config(), tensors, parameters, manager);
            // Most of what was read has been copied and is not read again, so it need not stay in memory twice.
            weights.unload();
            return model;
        } catch (RuntimeException e) {
            parameters.close();
            throw e;
        }
    }

    /**
     * One pass over all rows.
     *
     * @param stateVectors whether {@link Logits#stateVectors} are asked for
     * @param goesOn run before every layer; what it throws ends the pass
     */
    public Logits forward(List<Row> rows, boolean stateVectors, Runnable goesOn) {
        Optional<List<ParallelRow>> parallel = switch (layout) {
            case SEQUENTIAL -> Optional.empty();
            case PARALLEL -> Optional.of(rows.stream().map(ParallelRow::new).toList());
        };
        if (parameters.batchedOperations().isPresent()) {
            Operations.compileNothing();
        }
        try (PackedRows packed = new PackedRows(rows, parallel, manager.newSubManager());
                NDScope _ = new NDScope()) {
            StateVectors vectors = new StateVectors(packed, stateVectors, hidden);
            NDArray encoded = encoder.encode(packed, vectors::middle, goesOn);
            vectors.last(encoded);
            return head.decide(encoded, packed).asLogits(vectors);
        }
    }

    @Override
    public void close() {
        parameters.close();
    }
}
