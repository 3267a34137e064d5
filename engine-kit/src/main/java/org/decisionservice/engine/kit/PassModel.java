// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Interruption;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/** A model on a native runtime, which computes a batch pass by pass. */
public final class PassModel implements LoadedModel {
    /** Longest row, in tokens, whose pass keeps its memory: twice the default of the published checkpoints. */
    private static final int USUAL = 1024;

    private final Session session;
    private final Device device;
    private final Precision precision;
    private final PassPlanner planner;
    private final BiFunction<String, RuntimeException, EngineException> errors;
    private boolean closed;

    /** What is a runtime's own: weights on a device, and one pass through them. */
    public interface Session extends AutoCloseable {
        /**
         * Computes rows together.
         *
         * @param rows at least one
         * @param stateVectors whether {@link Logits#stateVectors} are asked for; if not, they must cost nothing
         * @return new heap memory, one entry per row in the order of {@code rows}
         */
        Logits compute(List<Row> rows, boolean stateVectors);

        /**
         * The same, which ends soon after {@code interruption} asks for it, if the runtime can be told.
         *
         * @throws CancellationException if it has ended so
         */
        default Logits compute(List<Row> rows, boolean stateVectors, Interruption interruption) {
            LoadedModel.goOnUnless(interruption::isRequested);
            return compute(rows, stateVectors);
        }

        /** Frees the weights. Called once. */
        @Override
        void close();
    }

    /**
     * @param session closed with this model
     * @param planner decides which rows are computed together
     * @param errors translates what the session throws; the first argument says what failed
     */
    public PassModel(
            Session session,
            Device device,
            Precision precision,
            PassPlanner planner,
            BiFunction<String, RuntimeException, EngineException> errors) {
        this.session = session;
        this.device = device;
        this.precision = precision;
        this.planner = planner;
        this.errors = errors;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public Precision precision() {
        return precision;
    }

    @Override
    public OptionalInt passTokens() {
        return OptionalInt.of(planner.limit());
    }

    @Override
    public Logits forward(RowBatch rows) {
        return forward(rows, () -> false);
    }

    @Override
    public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
        return forward(rows, pass -> {
            LoadedModel.goOnUnless(abandoned);
            return session.compute(pass, rows.stateVectors());
        });
    }

    @Override
    public Logits forward(RowBatch rows, Interruption interruption) {
        return forward(rows, pass -> session.compute(pass, rows.stateVectors(), interruption));
    }

    private Logits forward(RowBatch rows, Function<List<Row>, Logits> compute) {
        if (closed) {
            throw new IllegalStateException("the model is closed");
        }
        List<Logits> computed = new ArrayList<>();
        int[] places = new int[rows.size()];
        int next = 0;
        try {
            for (List<Integer> pass : planner.plan(rows)) {
                List<Row> together = pass.stream().map(rows::row).toList();
                computed.add(compute.apply(together));
                if (isLong(together)) {
                    NativeHeap.trim();
                }
                for (int row : pass) {
                    places[next++] = row;
                }
            }
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            throw errors.apply("forward pass", e);
        }
        return Logits.joined(computed).placed(places);
    }

    /** Whether a pass of these rows is so much larger than others that its memory is not kept for the next one. */
    public static boolean isLong(List<Row> rows) {
        return rows.stream().anyMatch(row -> row.length() > USUAL);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            session.close();
            NativeHeap.trim();
        }
    }
}
