// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;

/**
 * What it costs an engine to return state vectors: passes with and without them in turn, on one thread, so that its
 * processor time counts and not what else the machine does. For {@code benchmarks/learned_cost.py}.
 */
public final class StateVectorsPasses {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private StateVectorsPasses() {}

    /**
     * Prints, for a row of a dozen words, sixteen such rows and a row of 300 words, the processor seconds of each pair
     * of passes: without and with them.
     *
     * @param arguments the checkpoint, the name of the engine and the number of pairs, four times as many of single
     *     short rows
     */
    public static void main(String[] arguments) {
        EngineProvider provider = ServiceLoader.load(EngineProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(arguments[1]))
                .findFirst()
                .orElseThrow();
        EngineOptions options = new EngineOptions(OptionalInt.of(1));
        Checkpoint checkpoint = CheckpointReader.read(Path.of(arguments[0]));
        if (!(provider.probe(options) instanceof Availability.Available available)) {
            throw new IllegalStateException(provider.name() + " cannot run here");
        }
        try (Engine engine = provider.open(options);
                LoadedModel model =
                        engine.load(checkpoint.source(), available.devices().getFirst(), Precision.FLOAT32)) {
            int pairs = Integer.parseInt(arguments[2]);
            measure("1 x short", model, batch(checkpoint, 12, 1), 4 * pairs);
            measure("16 x short", model, batch(checkpoint, 12, 16), pairs);
            measure("1 x long", model, batch(checkpoint, 300, 1), pairs);
        }
        checkpoint.tokenizer().close();
    }

    private static RowBatch batch(Checkpoint checkpoint, int words, int rows) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        for (int i = 0; i < rows; i++) {
            questions.put(
                    "q" + i,
                    new Question.Noul(
                            "Statement number " + i + " holds.",
                            new Question.Side("false", Optional.empty()),
                            new Question.Side("true", Optional.empty()),
                            Optional.empty()));
        }
        return PackedRow.batch(RowPacker.of(checkpoint, Controls.NONE)
                .pack(questions)
                .pack(new State.Text("the parcel has not come ".repeat(words / 5 + 1)))
                .rows());
    }

    private static void measure(String shape, LoadedModel model, RowBatch plain, int pairs) {
        RowBatch asking = plain.withStateVectors();
        for (int i = 0; i < 10; i++) {
            model.forward(i % 2 == 0 ? plain : asking);
        }
        for (int pair = 0; pair < pairs; pair++) {
            // Which of the two comes first changes from pair to pair.
            double first = seconds(model, pair % 2 == 0 ? plain : asking);
            double second = seconds(model, pair % 2 == 0 ? asking : plain);
            System.out.printf(
                    Locale.ROOT,
                    "%s\t%.6f\t%.6f%n",
                    shape,
                    pair % 2 == 0 ? first : second,
                    pair % 2 == 0 ? second : first);
        }
    }

    private static double seconds(LoadedModel model, RowBatch rows) {
        long started = THREADS.getCurrentThreadCpuTime();
        model.forward(rows);
        return (THREADS.getCurrentThreadCpuTime() - started) / 1e9;
    }
}
