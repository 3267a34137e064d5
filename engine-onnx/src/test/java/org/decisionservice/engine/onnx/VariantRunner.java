// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/**
 * Times passes in float32 and in every variant of int8, in turn. Started by {@code benchmarks/variants.sh}; the
 * arguments are a checkpoint, threads, rounds and shapes: {@code 16x60} is sixteen rows of 60 tokens.
 */
public final class VariantRunner {
    private VariantRunner() {}

    public static void main(String[] args) {
        Checkpoint checkpoint = CheckpointReader.read(Path.of(args[0]));
        ModelSource source = checkpoint
                .source()
                .withSamples(Probe.bundled(checkpoint).stream().map(Probe::row).toList());
        OptionalInt threads = OptionalInt.of(Integer.parseInt(args[1]));
        int rounds = Integer.parseInt(args[2]);
        Map<String, LoadedModel> models = new LinkedHashMap<>();
        try (Engine engine = new OnnxEngineProvider().open(new EngineOptions(threads))) {
            models.put("float32", engine.load(source, Device.CPU, Precision.FLOAT32));
            engine.reduce(source, Device.CPU, Precision.INT8)
                    .variants()
                    .forEach(variant -> models.put(variant.name(), variant.load()));
            List.of(args).subList(3, args.length).forEach(shape -> report(shape, models, rounds));
        } finally {
            models.values().forEach(LoadedModel::close);
        }
    }

    /** Prints the best time of every model, and the range of the ratio of a round to the same round in float32. */
    private static void report(String shape, Map<String, LoadedModel> models, int rounds) {
        RowBatch rows = rows(shape);
        List<LoadedModel> inTurn = List.copyOf(models.values());
        double[][] times = new double[inTurn.size()][rounds];
        // The first round warms up.
        for (int round = -1; round < rounds; round++) {
            for (int model = 0; model < times.length; model++) {
                long begin = System.nanoTime();
                inTurn.get(model).forward(rows);
                if (round >= 0) {
                    times[model][round] = (System.nanoTime() - begin) / 1e6;
                }
            }
        }
        System.out.printf(
                Locale.ROOT, "%n%s, ms, best of %d; float32 ÷ this: best, range (middle) of rounds%n", shape, rounds);
        List<String> names = List.copyOf(models.keySet());
        for (int model = 0; model < times.length; model++) {
            double[] own = times[model];
            double[] ratios = IntStream.range(0, rounds)
                    .mapToDouble(round -> times[0][round] / own[round])
                    .sorted()
                    .toArray();
            System.out.printf(
                    Locale.ROOT,
                    "%-52s %8.2f   %.2f, %.2f–%.2f (%.2f)%n",
                    names.get(model),
                    best(own),
                    best(times[0]) / best(own),
                    ratios[0],
                    ratios[rounds - 1],
                    ratios[rounds / 2]);
        }
    }

    /** Other work on the machine can only make a run slower. */
    private static double best(double[] times) {
        return Arrays.stream(times).min().orElseThrow();
    }

    private static RowBatch rows(String shape) {
        int[] sizes = Stream.of(shape.split("x")).mapToInt(Integer::parseInt).toArray();
        return RowBatch.of(IntStream.range(0, sizes[0])
                .mapToObj(
                        seed -> new Row(new Random(seed).ints(sizes[1], 0, 2000).toArray(), new int[] {1, 2, 3, 4}, 0))
                .toList());
    }
}
