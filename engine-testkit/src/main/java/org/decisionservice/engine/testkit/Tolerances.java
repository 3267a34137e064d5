// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import org.decisionservice.engine.spi.Precision;

/**
 * How far answers may be apart, all in one place.
 *
 * @param golden from upstream's, computed in float64
 * @param reference from the plain-Java engine's
 * @param invariant from itself in another batch
 */
public record Tolerances(Bound golden, Bound reference, Bound invariant) {
    /**
     * Largest absolute differences.
     *
     * @param logit of an option logit
     * @param probability of a softmax probability of the raw logits, or of an act probability
     */
    public record Bound(double logit, double probability) {}

    /** Upstream differs from itself in another batch by 1.6e-5. */
    private static final Bound ROUNDING = new Bound(5e-5, 1e-5);

    /** Of engines that compute in float32, and of what is built on them. */
    public static final Tolerances FLOAT32 = new Tolerances(new Bound(1e-3, 2e-4), ROUNDING, ROUNDING);

    /**
     * The tiny checkpoints have random weights and logits of several units, into which they turn noise; this says that
     * nothing is broken, and the gate at load says what is good enough. A sum that rounds another way in another batch
     * moves some activation by one step of 127, and what follows by as much as the steps themselves are worth.
     */
    private static final Tolerances INT8 =
            new Tolerances(new Bound(2.5, 0.3), new Bound(2.5, 0.3), new Bound(0.5, 0.06));

    /**
     * Growth of resident memory over the cycles of load, forward and close, in bytes: a leak of 0.6 MiB a cycle shows.
     */
    public static final long RESIDENT_GROWTH = 32L << 20;

    static Tolerances of(Precision precision) {
        return switch (precision) {
            case FLOAT32 -> FLOAT32;
            case INT8 -> INT8;
        };
    }
}
