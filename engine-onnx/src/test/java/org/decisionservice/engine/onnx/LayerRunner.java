// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.ModelTensors.ModernBertLayer;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.SessionOpener.Weighing;
import org.decisionservice.engine.onnx.graph.LayerGraph;
import org.decisionservice.engine.onnx.graph.LayerGraph.Part;
import org.decisionservice.engine.onnx.weights.Activations;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.onnx.weights.QuantizedFile;
import org.decisionservice.engine.onnx.weights.QuantizedLayout;
import org.jspecify.annotations.Nullable;

/**
 * Times the linear layers of one encoder layer in float32, in each way of computing them in 8 bits, and as integer
 * products alone, in turn. Started by {@code benchmarks/linear_layers.sh}; the arguments are a ModernBERT checkpoint,
 * threads, rounds and numbers of rows.
 */
public final class LayerRunner {
    /** Not the first, which has no norm before its attention. */
    private static final int LAYER = 1;

    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
    private final int threads;
    private final SessionOpener sessions;
    private final Weights weights;
    private final Path root;
    private final ModernBertLayer layer;
    private final int headSize;
    private final Map<String, Map<Part, OrtSession>> chains = new LinkedHashMap<>();

    private interface Graphs {
        byte[] of(Part part);
    }

    private LayerRunner(Path checkpoint, Weights weights, int threads) {
        var config = CheckpointReader.read(checkpoint).source().config();
        this.threads = threads;
        this.sessions = new SessionOpener(OptionalInt.of(threads));
        this.weights = weights;
        this.root = weights.root();
        this.layer = ((ModelTensors.ModernBert)
                        ModelTensors.find(config, weights).encoder())
                .layers()
                .get(LAYER);
        this.headSize = config.encoder().hidden() / config.encoder().heads();
    }

    public static void main(String[] args) throws OrtException, IOException {
        Path checkpoint = Path.of(args[0]);
        int rounds = Integer.parseInt(args[2]);
        try (Weights weights =
                Weights.open(CheckpointReader.read(checkpoint).source().weights())) {
            LayerRunner runner = new LayerRunner(checkpoint, weights, Integer.parseInt(args[1]));
            runner.open();
            for (String rows : List.of(args).subList(3, args.length)) {
                runner.report(Integer.parseInt(rows), rounds);
            }
        }
    }

    private void open() throws OrtException, IOException {
        open("float32", part -> LayerGraph.float32(part, layer, headSize, weights));
        for (Activations activations : Activations.values()) {
            int8("int8 with " + activations, true, activations);
        }
        int8("8-bit activations, rotated in every layer", false, Activations.EIGHT_BITS);
        byte[] random = new byte
                [Math.toIntExact(Arrays.stream(Part.values())
                        .mapToLong(part -> part.largestMatrix(layer))
                        .max()
                        .orElseThrow())];
        new Random(1).nextBytes(random);
        open("integer products alone", part -> LayerGraph.products(part, layer, random));
    }

    private void int8(String name, boolean rotated, Activations activations) throws OrtException, IOException {
        ChannelMeans means = new ChannelMeans();
        for (Part part : Part.values()) {
            float[] some = new float[part.width(layer)];
            Arrays.fill(some, 0.1f);
            part.layers(layer).forEach(linear -> means.add(linear.weight().name(), some, 1));
        }
        QuantizedLayout layout = new QuantizedLayout(new SaturationProbe(sessions).range(root));
        try (QuantizedFile file = QuantizedFile.in(Path.of(System.getProperty("java.io.tmpdir")))) {
            Map<Part, byte[]> graphs = new EnumMap<>(Part.class);
            for (Part part : Part.values()) {
                graphs.put(
                        part,
                        LayerGraph.int8(
                                part, layer, headSize, rotated, activations, weights, layout, means, file.path()));
            }
            file.fill(layout, weights, means);
            open(name, part -> Objects.requireNonNull(graphs.get(part)));
        }
    }

    private void open(String name, Graphs graphs) throws OrtException {
        Map<Part, OrtSession> parts = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            try (OrtSession.SessionOptions options = sessions.options(root, Weighing.PACKED)) {
                parts.put(part, environment.createSession(graphs.of(part), options));
            }
        }
        chains.put(name, parts);
    }

    /** Prints the best time of every part, and the range of the ratio of a round's sums to those of float32. */
    private void report(int rows, int rounds) throws OrtException {
        Map<Part, Map<String, OnnxTensor>> inputs = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            float[] x = new float[rows * part.width(layer)];
            Random random = new Random(7);
            for (int i = 0; i < x.length; i++) {
                x[i] = (float) random.nextGaussian();
            }
            long[] shape = {rows, part.width(layer)};
            inputs.put(
                    part, Map.of(LayerGraph.INPUT, OnnxTensor.createTensor(environment, FloatBuffer.wrap(x), shape)));
        }
        Map<String, List<double[]>> times = new LinkedHashMap<>();
        chains.keySet().forEach(name -> times.put(name, new ArrayList<>()));
        for (Part part : Part.values()) {
            chains.keySet()
                    .forEach(name -> Objects.requireNonNull(times.get(name)).add(new double[rounds]));
            // The first round warms up.
            for (int round = -1; round < rounds; round++) {
                for (var chain : chains.entrySet()) {
                    double time = time(chain.getValue().get(part), inputs.get(part));
                    if (round >= 0) {
                        Objects.requireNonNull(times.get(chain.getKey())).getLast()[round] = time;
                    }
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%n%d rows, ms, best of %d rounds%n%-52s     qkv     out      up    down     sum   float32 ÷ this:"
                        + " best, range (middle) of rounds%n",
                rows,
                rounds,
                "");
        List<double[]> exact = Objects.requireNonNull(times.get("float32"));
        times.forEach((name, parts) -> print(name, parts, exact));
        inputs.values().forEach(byName -> byName.values().forEach(OnnxTensor::close));
    }

    /** Milliseconds of a run. One thread is this one, and its processor time leaves out what others take meanwhile. */
    private double time(@Nullable OrtSession session, @Nullable Map<String, OnnxTensor> inputs) throws OrtException {
        long begin = now();
        Objects.requireNonNull(session).run(Objects.requireNonNull(inputs)).close();
        return (now() - begin) / 1e6;
    }

    private long now() {
        return threads == 1 ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() : System.nanoTime();
    }

    private static void print(String name, List<double[]> parts, List<double[]> exact) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-52s", name));
        parts.forEach(part -> line.append(String.format(Locale.ROOT, " %7.2f", best(part))));
        double[] ratios = IntStream.range(0, exact.getFirst().length)
                .mapToDouble(round -> sum(exact, round) / sum(parts, round))
                .sorted()
                .toArray();
        double sum = parts.stream().mapToDouble(LayerRunner::best).sum();
        System.out.println(line.append(String.format(
                Locale.ROOT,
                " %7.2f   %.2f, %.2f–%.2f (%.2f)",
                sum,
                exact.stream().mapToDouble(LayerRunner::best).sum() / sum,
                ratios[0],
                ratios[ratios.length - 1],
                ratios[ratios.length / 2])));
    }

    /** Other work on the machine can only make a run slower. */
    private static double best(double[] times) {
        return Arrays.stream(times).min().orElseThrow();
    }

    private static double sum(List<double[]> parts, int round) {
        return parts.stream().mapToDouble(part -> part[round]).sum();
    }
}
