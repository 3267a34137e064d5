package org.decisionservice.engine.testkit;

/** How far float32 engines may be apart, all in one place. Largest absolute differences. */
public final class Tolerances {
    /** An option logit from upstream's, computed in float64. */
    public static final double GOLDEN_LOGIT = 1e-3;

    /** A softmax probability of the raw logits, or an act probability, from upstream's. */
    public static final double GOLDEN_PROBABILITY = 2e-4;

    /** An option logit from itself in another batch: upstream's own is 1.6e-5. */
    public static final double INVARIANT_LOGIT = 5e-5;

    /** A probability from itself in another batch. */
    public static final double INVARIANT_PROBABILITY = 1e-5;

    /** Growth of resident memory over the cycles of load, forward and close, in bytes: a leak of 0.6 MiB a cycle shows. */
    public static final long RESIDENT_GROWTH = 32L << 20;

    private Tolerances() {}
}
