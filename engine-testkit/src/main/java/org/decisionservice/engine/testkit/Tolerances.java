// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import org.decisionservice.engine.spi.Precision;

/**
 * The largest differences allowed between answers.
 *
 * @param golden from upstream's answers, computed in float64
 * @param reference from the reference engine's answers
 * @param invariant from the same engine's answers in another batch
 * @param stateVectors of the state vectors of a row from the reference engine's: the length of the difference as a
 *     part of their length
 */
public record Tolerances(Bound golden, Bound reference, Bound invariant, double stateVectors) {
    /**
     * Largest absolute differences.
     *
     * @param logit of an option logit
     * @param probability of a softmax probability of the raw logits, or of an act probability
     */
    public record Bound(double logit, double probability) {}

    /** Upstream's own answers differ between batches by 1.6e-5. */
    private static final Bound ROUNDING = new Bound(5e-5, 1e-5);

    /** For engines that compute in float32, and for everything built on them. */
    public static final Tolerances FLOAT32 = new Tolerances(new Bound(1e-3, 2e-4), ROUNDING, ROUNDING, 1e-5);

    /**
     * The tiny checkpoints have random weights, so they amplify noise: their logits are several units large. The
     * largest differences of a probability seen are 0.10 with AVX-512 VNNI, 0.33 with AVX2 and with AVX-512 alone,
     * where bytes are smaller; of a logit, 1.0. Activations of five bits move a probability by 0.45 and a logit by
     * 3.3, so the bound finds a broken path; the gate at load decides whether a checkpoint is good enough. In another
     * batch a sum can round another way, which moves an activation by one step of 127.
     */
    private static final Tolerances INT8 =
            new Tolerances(new Bound(2, 0.4), new Bound(2, 0.4), new Bound(0.5, 0.06), 0.2);

    /** Upstream's bfloat16, too, moves the answers of random weights several times as far as those of trained ones. */
    private static final Tolerances BF16 =
            new Tolerances(new Bound(1, 0.1), new Bound(1, 0.1), new Bound(0.5, 0.06), 0.05);

    /** It rounds to an eighth of bfloat16's steps. */
    private static final Tolerances FP16 =
            new Tolerances(new Bound(0.2, 0.02), new Bound(0.2, 0.02), new Bound(0.1, 0.01), 0.01);

    /**
     * Allowed growth of resident memory over the cycles of load, forward and close, in bytes. A leak of 0.6 MiB per
     * cycle exceeds it.
     */
    public static final long RESIDENT_GROWTH = 32L << 20;

    static Tolerances of(Precision precision) {
        return switch (precision) {
            case FLOAT32 -> FLOAT32;
            case TF32, FP16 -> FP16;
            case BF16 -> BF16;
            case INT8 -> INT8;
        };
    }
}
