// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.learning.Features;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.core.learning.LearnedStates;

/** Learned files whose numbers are drawn at random, so that they move every answer, and nothing has to be fitted. */
public final class LearnedFiles {
    private LearnedFiles() {}

    /**
     * Describes a question.
     *
     * @param options as the model reads them
     */
    public record Asked(QuestionType type, String instructions, List<String> options) {
        public Asked {
            options = List.copyOf(options);
        }
    }

    /** Writes what was learned of {@code questions} for the checkpoint in a directory; another seed, other numbers. */
    public static Path write(Path file, Path checkpoint, int seed, Asked... questions) {
        Checkpoint read = CheckpointReader.read(checkpoint);
        int width = read.source().config().encoder().hidden();
        read.tokenizer().close();
        Random random = new Random(seed);
        SequencedMap<String, LearnedFile.Entry> entries = new LinkedHashMap<>();
        for (Asked asked : questions) {
            float[][] weights = new float[asked.options().size()][];
            for (int option = 0; option < weights.length; option++) {
                weights[option] = drawn(random, (Features.VECTORS + Features.SQUARED) * width, 4);
            }
            LearnedQuestion learned = new LearnedQuestion(
                    0.75,
                    weights,
                    drawn(random, weights.length, 0.5f),
                    new Features(drawn(random, Features.VECTORS * width, 0.1f), spread(Features.SQUARED * width)),
                    labels(weights.length));
            LearnedFile.Entry entry = new LearnedFile.Entry(
                    asked.type(),
                    asked.instructions(),
                    asked.options(),
                    false,
                    learned,
                    heldOut(),
                    LearnedStates.UNKNOWN,
                    Optional.empty());
            entries.put(entry.wording(), entry);
        }
        byte[] bytes = new LearnedFile(
                        WeightsDigest.revision(WeightsDigest.sha256(checkpoint.resolve("model.safetensors"))), entries)
                .bytes();
        try {
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int[] labels(int options) {
        int[] labels = new int[options];
        Arrays.fill(labels, 99);
        return labels;
    }

    /** So large that squares tell something and do not decide alone. */
    private static float[] spread(int size) {
        float[] spread = new float[size];
        Arrays.fill(spread, 1);
        return spread;
    }

    private static float[] drawn(Random random, int size, float scale) {
        float[] numbers = new float[size];
        for (int i = 0; i < size; i++) {
            numbers[i] = scale * (float) random.nextGaussian();
        }
        return numbers;
    }

    /** From 0.01 to 0.99, so that a level of 0.9 excludes what is less probable than 0.1. */
    private static float[] heldOut() {
        float[] scores = new float[99];
        for (int row = 0; row < scores.length; row++) {
            scores[row] = (row + 1) / 100f;
        }
        return scores;
    }
}
