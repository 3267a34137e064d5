// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.SessionOpener.Weighing;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.graph.ProductsGraph;
import org.decisionservice.engine.onnx.pass.GraphInputs;
import org.decisionservice.engine.onnx.pass.PassTensors;
import org.decisionservice.engine.onnx.pass.Unchunked;
import org.decisionservice.engine.onnx.weights.Activations;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.onnx.weights.QuantizedFile;
import org.decisionservice.engine.onnx.weights.QuantizedLayout;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;

/**
 * Times single passes and compares them with the machine's speed at matrix products alone. Started by
 * {@code scripts/measure/passes.sh}; the arguments are a checkpoint, a precision, threads, rounds, a folder
 * for profiles or "-", and shapes: {@code 16x60} is sixteen rows of 60 tokens, {@code 1x8192!} one row whose sliding
 * attention is not split into chunks.
 */
public final class PassRunner {
    private final ModelSource source;
    private final EncoderConfig encoder;
    private final Precision precision;
    private final SessionOpener sessions;
    private final int rounds;
    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();

    private PassRunner(Path checkpoint, Precision precision, int threads, int rounds) {
        Checkpoint read = CheckpointReader.read(checkpoint);
        this.source = read.source()
                .withSamples(Probe.bundled(read).stream().map(Probe::row).toList());
        this.encoder = source.config().encoder();
        this.precision = precision;
        this.sessions = new SessionOpener(OptionalInt.of(threads));
        this.rounds = rounds;
    }

    public static void main(String[] args) throws OrtException, IOException {
        PassRunner runner = new PassRunner(
                Path.of(args[0]),
                Precision.parse(args[1]).orElseThrow(),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]));
        runner.run(args[4], List.of(args).subList(5, args.length));
    }

    private record Graphs(DecisionGraph pass, ProductsGraph products) {}

    private void run(String profiles, List<String> shapes) throws OrtException, IOException {
        try (Weights weights = Weights.open(source.weights());
                QuantizedFile quantized = QuantizedFile.in(Path.of(System.getProperty("java.io.tmpdir")))) {
            Path root = weights.root();
            Graphs graphs = graphs(weights, quantized);
            for (String shape : shapes) {
                try (OrtSession.SessionOptions options = sessions.options(root, Weighing.PACKED)) {
                    if (!profiles.equals("-")) {
                        options.enableProfiling(
                                Path.of(profiles, precision + "-" + shape).toString());
                    }
                    try (OrtSession session =
                            environment.createSession(graphs.pass().model(), options)) {
                        report(shape, graphs, session, root);
                    }
                }
            }
        }
    }

    private Graphs graphs(Weights weights, QuantizedFile quantized) throws OrtException, IOException {
        ModelTensors tensors = ModelTensors.find(source.config(), weights);
        if (precision == Precision.FLOAT32) {
            return new Graphs(
                    DecisionGraph.of(source.config(), tensors, weights, Device.Kind.CPU),
                    ProductsGraph.float32(tensors, weights));
        }
        QuantizedLayout layout = new QuantizedLayout(new SaturationProbe(sessions).range(weights.root()));
        ExactPass exact = new ExactPass(
                source.sampleRows(),
                PassPlanner.of(source.config(), Device.CPU, Precision.FLOAT32),
                window(),
                OptionLayout.SEQUENTIAL);
        exact.run(source.config(), weights, sessions);
        ChannelMeans means = exact.means();
        Activations fastest = Arrays.stream(Activations.values())
                .filter(activations -> DecisionGraph.has(activations, source.config()))
                .findFirst()
                .orElseThrow();
        Graphs graphs = new Graphs(
                DecisionGraph.quantized(source.config(), tensors, weights, fastest, layout, means, quantized.path()),
                ProductsGraph.int8(tensors, weights, layout, means, quantized.path()));
        quantized.fill(layout, weights, means);
        return graphs;
    }

    private void report(String shape, Graphs graphs, OrtSession session, Path root) throws OrtException, IOException {
        boolean chunked = !shape.endsWith("!");
        int[] sizes = Stream.of(shape.replace("!", "").split("x"))
                .mapToInt(Integer::parseInt)
                .toArray();
        List<Row> rows =
                IntStream.range(0, sizes[0]).mapToObj(i -> row(sizes[1], i)).toList();
        GraphInputs inputs = chunked
                ? GraphInputs.of(rows, window(), OptionLayout.SEQUENTIAL, false)
                : Unchunked.inputs(rows, window());
        double seconds = time(session, PassTensors.of(graphs.pass().inputs(), inputs));
        System.out.printf(Locale.ROOT, "%s %s: %.1f ms", precision, shape, 1000 * seconds);
        if (chunked) {
            int tokens = sizes[0] * sizes[1];
            double done = 2.0 * (tokens * layerMultiplications() + attentionMultiplications(rows)) / seconds;
            try (OrtSession.SessionOptions options = sessions.options(root, Weighing.PACKED);
                    OrtSession products =
                            environment.createSession(graphs.products().model(), options)) {
                double peak = 2.0
                        * tokens
                        * graphs.products().multiplications()
                        / time(products, PassTensors.of(ProductsGraph.inputs(), inputs));
                System.out.printf(
                        Locale.ROOT,
                        ", %.0f GFLOP/s of the %.0f that matrix products alone reach: %.0f %%",
                        done / 1e9,
                        peak / 1e9,
                        100 * done / peak);
            }
        }
        System.out.println("; peak memory " + peakMemory());
    }

    /** Multiplications by a weight per token, without the last head layer, which only a few tokens go through. */
    private long layerMultiplications() {
        long hidden = encoder.hidden();
        int feedForward = switch (encoder) {
            case EncoderConfig.ModernBert _ -> 3;
            case EncoderConfig.Bert _ -> 2;
        };
        long layer = 4 * hidden * hidden + feedForward * hidden * encoder.intermediate();
        return encoder.layers() * layer + (source.config().head().layers() - 1) * 12L * hidden * hidden;
    }

    /**
     * Multiplications of queries by the keys that they see, and of what comes of that by values, in the same layers.
     */
    private long attentionMultiplications(List<Row> rows) {
        long full = rows.stream()
                .mapToLong(row -> (long) row.length() * row.length())
                .sum();
        long sliding = rows.stream().mapToLong(row -> seen(row.length())).sum();
        long ofEncoder = switch (encoder) {
            case EncoderConfig.ModernBert modern ->
                modern.localAttention().stream()
                        .mapToLong(local -> local ? sliding : full)
                        .sum();
            case EncoderConfig.Bert bert -> bert.layers() * full;
        };
        return 2L * encoder.hidden() * (ofEncoder + (source.config().head().layers() - 1) * full);
    }

    /** Pairs of positions in a row that see each other in sliding attention. */
    private long seen(int length) {
        return IntStream.range(0, length)
                .mapToLong(i -> Math.min(length, i + window() + 1) - Math.max(0, i - window()))
                .sum();
    }

    /** The best time of several runs, in seconds: other work on the machine can only make a run slower. */
    private double time(OrtSession session, Map<String, OnnxTensor> inputs) throws OrtException {
        session.run(inputs).close();
        double[] seconds = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            long begin = System.nanoTime();
            session.run(inputs).close();
            seconds[round] = (System.nanoTime() - begin) / 1e9;
        }
        return Arrays.stream(seconds).min().orElseThrow();
    }

    private int window() {
        return switch (encoder) {
            case EncoderConfig.ModernBert modern -> modern.window();
            case EncoderConfig.Bert _ -> 0;
        };
    }

    private Row row(int length, int seed) {
        int[] tokenIds = new Random(seed)
                .ints(length, 0, Math.min(2000, encoder.vocabulary()))
                .toArray();
        return new Row(tokenIds, new int[] {1, 2, 3, 4}, 0);
    }

    private static String peakMemory() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .map(line -> line.substring("VmHWM:".length()).strip())
                .findFirst()
                .orElse("unknown");
    }
}
