// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.decisionservice.host.RequestClass;
import org.decisionservice.server.admission.Admission;

/** A key that admits a client, and what its holder may use. Safe for any number of threads. */
public final class ApiKey {
    /** Admits everybody to a service without keys. */
    public static final ApiKey NONE = new ApiKey(
            Optional.empty(), new byte[0], OptionalInt.empty(), OptionalDouble.empty(), RequestClass.INTERACTIVE);

    private final Optional<String> name;
    private final byte[] digest;
    private final Optional<Rate> rate;
    private final OptionalDouble share;
    private final RequestClass requestClass;

    /**
     * @param name of its holder; empty for the one key of a service that has only one
     * @param digest the SHA-256 of its bytes
     * @param perMinute requests that it may send in a minute, at least 1; empty sets no limit
     * @param share of the requests at once, above 0 and at most 1; empty sets no limit
     * @param requestClass of its holder's requests
     */
    ApiKey(
            Optional<String> name,
            byte[] digest,
            OptionalInt perMinute,
            OptionalDouble share,
            RequestClass requestClass) {
        this.name = name;
        this.digest = digest.clone();
        this.rate = perMinute.isPresent() ? Optional.of(new Rate(perMinute.getAsInt())) : Optional.empty();
        this.share = share;
        this.requestClass = requestClass;
    }

    /** Its holder's name in the log and in metrics; empty if the service has one key for all. */
    public Optional<String> name() {
        return name;
    }

    /** The class of its holder's requests. */
    public RequestClass requestClass() {
        return requestClass;
    }

    /** Whether this is the digest of the key. Takes the same time whatever differs. */
    boolean has(byte[] other) {
        return MessageDigest.isEqual(digest, other);
    }

    /**
     * Counts one request.
     *
     * @param nanoTime now, on a clock with the contract of {@link System#nanoTime()}
     * @return zero if it may be sent now; else how long to wait, and nothing is counted
     */
    public Duration use(long nanoTime) {
        return rate.map(limit -> limit.take(nanoTime)).orElse(Duration.ZERO);
    }

    /** The share of its holder of {@code slots} requests at once; empty if it has no name. */
    public Optional<Admission.Share> share(int slots) {
        return name.map(
                holder -> new Admission.Share(holder, slots(slots).orElse(Admission.Share.WHOLE), requestClass));
    }

    /** Number of {@code slots} requests at once that may be its holder's, at least 1; empty sets no limit. */
    OptionalInt slots(int slots) {
        return share.isPresent()
                ? OptionalInt.of(Math.max(1, (int) Math.floor(share.getAsDouble() * slots)))
                : OptionalInt.empty();
    }

    /** Requests that its holder may send in a minute; empty if that has no limit. */
    public OptionalInt perMinute() {
        return rate.map(limit -> OptionalInt.of(limit.perMinute)).orElse(OptionalInt.empty());
    }

    /** A bucket that fills evenly, and holds ten seconds' worth, so that short bursts pass. */
    private static final class Rate {
        private static final double SECONDS_HELD = 10;

        private final int perMinute;
        private final double perNano;
        private final double most;
        private double tokens;
        private long filled;
        private boolean begun;

        Rate(int perMinute) {
            this.perMinute = perMinute;
            this.perNano = perMinute / 60e9;
            this.most = Math.max(1, perMinute / 60.0 * SECONDS_HELD);
            this.tokens = most;
        }

        synchronized Duration take(long now) {
            tokens = begun ? Math.min(most, tokens + (now - filled) * perNano) : most;
            begun = true;
            filled = now;
            if (tokens >= 1) {
                tokens--;
                return Duration.ZERO;
            }
            return Duration.ofNanos((long) Math.ceil((1 - tokens) / perNano));
        }
    }
}
