// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;

/**
 * Compares answers in 16 bits with those in float32, on the CPU and over the bundled sentences. Started by {@code
 * benchmarks/sixteen-bits.sh}; the arguments are checkpoints.
 */
public final class SixteenBitRunner {
    private static final ModelLoader LOADER = new ModelLoader(RuntimeStart.runtime(), OptionalInt.empty());

    private SixteenBitRunner() {}

    public static void main(String[] args) {
        for (String folder : args) {
            Checkpoint checkpoint = CheckpointReader.read(Path.of(folder));
            List<Probe> probes = Probe.bundled(checkpoint);
            ModelSource source = checkpoint
                    .source()
                    .withSamples(probes.stream().map(Probe::row).toList());
            Logits exact;
            try (LoadedModel model = LOADER.float32(source, Device.CPU)) {
                exact = model.forward(source.sampleRows());
            }
            System.out.printf(Locale.ROOT, "%n%s, %d sentences%n", folder, probes.size());
            compare("fp16, rounded", Precision.FP16, true, source, probes, exact);
            compare("fp16, the runtime's casts", Precision.FP16, false, source, probes, exact);
            compare("bf16, rounded", Precision.BF16, true, source, probes, exact);
        }
    }

    private static void compare(
            String name, Precision precision, boolean rounds, ModelSource source, List<Probe> probes, Logits exact) {
        Logits reduced;
        try (LoadedModel model = LOADER.sixteenBits(source, Device.CPU, precision, rounds)) {
            reduced = model.forward(source.sampleRows());
        }
        double[] differences = new double[probes.size()];
        double act = 0;
        double logit = 0;
        double spread = 0;
        int changed = 0;
        double margin = 0;
        for (int row = 0; row < differences.length; row++) {
            double[] expected = probabilities(exact, row, probes.get(row).temperature());
            double[] actual = probabilities(reduced, row, probes.get(row).temperature());
            for (int slot = 0; slot < expected.length; slot++) {
                differences[row] = Math.max(differences[row], Math.abs(expected[slot] - actual[slot]));
                logit = Math.max(logit, Math.abs(exact.optionLogit(row, slot) - reduced.optionLogit(row, slot)));
                spread = Math.max(spread, Math.abs(exact.optionLogit(row, slot) - exact.optionLogit(row, 0)));
            }
            act = Math.max(act, Math.abs(exact.actProbability(row) - reduced.actProbability(row)));
            if (highest(expected) != highest(actual)) {
                changed++;
                margin = Math.max(margin, expected[highest(expected)] - expected[highest(actual)]);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%-26s probability %.6f, mean %.6f; act %.6f; logit %.6f of up to %.4f between options; decisions"
                        + " changed %d%s%n",
                name,
                Arrays.stream(differences).max().orElse(0),
                Arrays.stream(differences).average().orElse(0),
                act,
                logit,
                spread,
                changed,
                changed == 0 ? "" : String.format(Locale.ROOT, ", whose options were at most %.4f apart", margin));
    }

    private static double[] probabilities(Logits logits, int row, double temperature) {
        double[] values = new double[logits.options(row)];
        for (int slot = 0; slot < values.length; slot++) {
            values[slot] = Math.exp(logits.optionLogit(row, slot) / temperature);
        }
        double sum = Arrays.stream(values).sum();
        return Arrays.stream(values).map(value -> value / sum).toArray();
    }

    private static int highest(double[] values) {
        int best = 0;
        for (int slot = 1; slot < values.length; slot++) {
            best = values[slot] > values[best] ? slot : best;
        }
        return best;
    }
}
