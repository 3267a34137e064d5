// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;

/**
 * A checkpoint's answers to the bundled sentences in float32, and how far those of a reduced precision are from them.
 * For programs of {@code benchmarks/} that print it.
 */
public final class ReducedAnswers {
    private final List<Probe> probes;
    private final ModelSource source;
    private final Logits exact;

    /** Computes them in float32, and prints the checkpoint's name. */
    public ReducedAnswers(String folder, Function<ModelSource, LoadedModel> float32) {
        Checkpoint checkpoint = CheckpointReader.read(Path.of(folder));
        this.probes = Probe.bundled(checkpoint);
        this.source =
                checkpoint.source().withSamples(probes.stream().map(Probe::row).toList());
        this.exact = computed(float32);
        System.out.printf(Locale.ROOT, "%n%s, %d sentences%n", folder, probes.size());
    }

    /** Prints the largest differences of a model from float32, and the decisions that it changes. */
    public void compare(String name, Function<ModelSource, LoadedModel> model) {
        Logits reduced = computed(model);
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

    private Logits computed(Function<ModelSource, LoadedModel> loader) {
        try (LoadedModel model = loader.apply(source)) {
            return model.forward(source.sampleRows());
        }
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
