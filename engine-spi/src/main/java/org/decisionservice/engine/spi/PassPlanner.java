// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Splits rows into passes. A pass is what requests take turns by, so it is short; memory stays bounded however many
 * rows there are; and grouping rows of similar length keeps padding low. A pass that is planned again stays whole.
 */
public final class PassPlanner {
    /**
     * Most tokens of one pass on the CPU, including padding to its longest row. A higher bound is no faster and only
     * makes buffers larger.
     */
    static final int LARGEST_PASS = 1024;

    /** The same on a GPU, which shorter passes leave idle. */
    static final int LARGEST_ON_GPU = 16_384;

    /** Fewest tokens that a pass is limited to. With fewer, the products of a layer are computed less efficiently. */
    static final int SMALLEST_LIMIT = 256;

    /**
     * Multiplications that the linear layers of an encoder do in one pass on the CPU in float32: about a second on two
     * slow cores, and what a pass of 1024 tokens is for an encoder of 12 layers and 768 channels.
     */
    private static final long MOST_MULTIPLICATIONS = 90_000_000_000L;

    /** How many times as many are done in fewer bits, in no more time. */
    private static final long OF_FEWER_BITS = 2;

    /** Part of a GPU's free memory that a pass may take. The rest is for other models, and for what arenas round up. */
    private static final int OF_FREE_MEMORY = 2;

    /** Tokens of a row that its scores are counted by. Those of longer rows take more, if a runtime holds them. */
    private static final int LONGEST_SCORES = 512;

    private final int limit;

    private PassPlanner(int limit) {
        this.limit = limit;
    }

    /**
     * The planner for a model on a device. On the CPU, the larger the encoder, the fewer tokens has a pass. On a GPU it
     * is for one with memory to spare.
     */
    public static PassPlanner of(ModelConfig config, Device device, Precision precision) {
        return of(config, device, precision, Long.MAX_VALUE);
    }

    /**
     * The planner for a model on a device with so much memory left.
     *
     * @param free bytes of a GPU's memory that nothing is in once the model is loaded; on the CPU it does not count
     */
    public static PassPlanner of(ModelConfig config, Device device, Precision precision, long free) {
        return switch (device.kind()) {
            case CPU -> new PassPlanner(limit(config.encoder(), precision));
            case CUDA -> new PassPlanner(limit(config.encoder(), free));
        };
    }

    /** The planner of a model: by what it says itself, or else of such a model on such a device. */
    public static PassPlanner of(ModelConfig config, LoadedModel model) {
        return model.passTokens().isPresent()
                ? ofTokens(model.passTokens().getAsInt())
                : of(config, model.device(), model.precision());
    }

    /**
     * The planner of passes of so many tokens.
     *
     * @param limit as {@link LoadedModel#passTokens}, at least 1
     */
    public static PassPlanner ofTokens(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a pass has at least one token, not " + limit);
        }
        return new PassPlanner(limit);
    }

    /** The same with no more tokens in a pass than a deployment allows, at least 1. */
    public PassPlanner atMost(int tokens) {
        return tokens < limit ? ofTokens(tokens) : this;
    }

    private static int limit(EncoderConfig encoder, long free) {
        long affordable = free / OF_FREE_MEMORY / bytes(encoder);
        return Math.clamp(Long.highestOneBit(affordable), LARGEST_PASS, LARGEST_ON_GPU);
    }

    /**
     * Memory of a pass for each of its tokens, computed and not measured: of the widest layer what it reads and writes,
     * and in float32 the scores of its attention before and after the softmax.
     */
    private static long bytes(EncoderConfig encoder) {
        return Float.BYTES
                * (12L * encoder.hidden() + 3L * encoder.intermediate() + 2L * LONGEST_SCORES * encoder.heads());
    }

    private static int limit(EncoderConfig encoder, Precision precision) {
        long most = switch (precision) {
            case FLOAT32, TF32 -> MOST_MULTIPLICATIONS;
            case FP16, BF16, INT8 -> OF_FEWER_BITS * MOST_MULTIPLICATIONS;
        };
        long affordable = most / Math.max(1, multiplications(encoder));
        return Math.clamp(Long.highestOneBit(affordable), SMALLEST_LIMIT, LARGEST_PASS);
    }

    /** Multiplications for one token, which are the parameters of the linear layers. */
    private static long multiplications(EncoderConfig encoder) {
        long matrices = switch (encoder) {
            case EncoderConfig.ModernBert _ -> 3; // Its feed-forward is gated.
            case EncoderConfig.Bert _ -> 2;
        };
        long attention = 4L * encoder.hidden() * encoder.hidden();
        return encoder.layers() * (attention + matrices * encoder.hidden() * encoder.intermediate());
    }

    /** Most tokens of a pass of more than one row, including padding to its longest row. */
    public int limit() {
        return limit;
    }

    /** Row indexes of each pass. A row longer than the limit gets a pass of its own. */
    public List<List<Integer>> plan(RowBatch batch) {
        return plan(IntStream.range(0, batch.size())
                .map(row -> batch.row(row).length())
                .toArray());
    }

    /** The same for rows of these lengths. */
    public List<List<Integer>> plan(int... lengths) {
        List<Integer> longestFirst = IntStream.range(0, lengths.length)
                .boxed()
                .sorted(Comparator.comparingInt((Integer row) -> lengths[row]).reversed())
                .toList();
        List<List<Integer>> passes = new ArrayList<>();
        for (int from = 0; from < longestFirst.size(); ) {
            int longest = lengths[longestFirst.get(from)];
            int to = Math.min(from + Math.max(1, limit / longest), longestFirst.size());
            passes.add(longestFirst.subList(from, to));
            from = to;
        }
        return passes;
    }
}
