// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.decisionservice.server.admission.Admission.Share;

/**
 * Bounds the memory that all requests hold together, in bytes of the heap. Every request reserves what it needs: first
 * what reading it takes, then what its rows and its answer take.
 *
 * <p>A part of the memory belongs to the slots, in equal shares. A request that needs no more than the share of its
 * slot is small and never waits. The others have the rest, and wait for it: first those that are not bulk, of these
 * first the ones whose holder of a key has least, and of these the first to come. A share of the slots bounds the
 * memory as well; bulk requests have one together, too. One that fits may pass others that do not, each of which is
 * passed at most {@value #MOST_PASSING} times. One that is alone always fits. Safe for any number of threads.
 */
public final class MemoryBudget {
    /** The slots have one part in this many. */
    private static final int SLOTS_PART = 4;

    /** Most later requests that may pass one that waits. */
    private static final int MOST_PASSING = 8;

    private final long size;
    private final int slots;
    private final long largestSmall;
    private final long rest;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();

    // The lock guards all of these, and the fields of the reservations.
    private final List<Reservation> waiting = new ArrayList<>();
    /** Bytes of the rest by holder of a key. */
    private final Map<String, Long> ofHolder = new HashMap<>();
    /** The part of it that bulk requests have. */
    private long ofBulk;
    /** Reserved bytes of the rest, and the number of those who have them. */
    private long used;

    private int large;
    private long usedBySmall;
    private long arrived;
    private long allWaits;
    private Duration allWaited = Duration.ZERO;

    /**
     * Divides memory among requests.
     *
     * @param bytes for all of them together, at least 1
     * @param slots for requests in flight
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     */
    MemoryBudget(long bytes, int slots, LongSupplier nanoTime) {
        if (bytes < 1) {
            throw new IllegalArgumentException("at least one byte is needed, not " + bytes);
        }
        this.size = bytes;
        this.slots = slots;
        this.largestSmall = bytes / SLOTS_PART / slots;
        this.rest = bytes - bytes / SLOTS_PART;
        this.nanoTime = nanoTime;
    }

    /** Half of the maximum heap. The other half is for what outlives a request, and for garbage. */
    public static long ofHeap() {
        return Runtime.getRuntime().maxMemory() / 2;
    }

    /** Bytes for all requests together. */
    public long size() {
        return size;
    }

    /** Most bytes of a request that never waits. */
    public long largestSmall() {
        return largestSmall;
    }

    /** The bytes that are reserved now. */
    public long reserved() {
        return locked(() -> used + usedBySmall);
    }

    /** The number of requests that wait now. */
    public int waiting() {
        return locked(waiting::size);
    }

    /** Number of times that a request has waited so far; those that wait now do not count. */
    public long waits() {
        return locked(() -> allWaits);
    }

    /** Time that these have waited together. */
    public Duration waited() {
        return locked(() -> allWaited);
    }

    private <T> T locked(Supplier<T> value) {
        lock.lock();
        try {
            return value.get();
        } finally {
            lock.unlock();
        }
    }

    /** The memory of a request that has arrived: nothing, so far. */
    Reservation arrived(Optional<Share> share) {
        return new Reservation(locked(() -> ++arrived), share);
    }

    /** Gives memory to those that wait, as far as there is any. */
    private void serve() {
        for (Optional<Reservation> next = next(); next.isPresent(); next = next()) {
            Reservation served = next.get();
            served.stopWaiting();
            waiting.stream()
                    .filter(other -> other.number < served.number && other.isWithinShare())
                    .forEach(other -> other.passed++);
            served.grant(served.wanted);
            served.turn.complete(null);
        }
    }

    private long mostOfBulk() {
        return rest / slots * Share.bulk(slots);
    }

    private Optional<Reservation> next() {
        List<Reservation> allowed =
                waiting.stream().filter(Reservation::isWithinShare).toList();
        Optional<Reservation> overdue = allowed.stream()
                .filter(each -> each.passed >= MOST_PASSING)
                .min(Comparator.comparingLong(each -> each.number));
        if (overdue.isPresent()) {
            return overdue.filter(Reservation::fits);
        }
        return allowed.stream()
                .filter(Reservation::fits)
                .min(Comparator.<Reservation, Boolean>comparing(each -> each.bulk)
                        .thenComparingLong(Reservation::ofHolder)
                        .thenComparingLong(each -> each.number));
    }

    /** The memory of one request, until it is closed; closing twice gives it back once. For any thread. */
    public final class Reservation implements AutoCloseable {
        private final long number;
        private final String holder;
        private final boolean bulk;
        /** Most bytes of the rest that its holder may have. */
        private final long most;

        private long granted;
        private long wanted;
        private int passed;
        private boolean waits;
        private long since;
        private Duration waited = Duration.ZERO;
        private CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);
        private boolean closed;

        private Reservation(long number, Optional<Share> share) {
            this.number = number;
            this.holder = share.map(Share::holder).orElse("");
            this.bulk = share.filter(Share::isBulk).isPresent();
            int parts = Math.min(slots, share.map(Share::most).orElse(slots));
            this.most = parts == slots ? Long.MAX_VALUE : rest / slots * parts;
        }

        /** Takes {@code bytes} as {@link #exactly} does, unless it has as many. */
        public boolean atLeast(long bytes) {
            lock.lock();
            try {
                return granted >= bytes || exactly(bytes);
            } finally {
                lock.unlock();
            }
        }

        /**
         * Takes {@code bytes} instead of what it has. If they are not there, it gives back what it has and waits.
         *
         * @return whether it has them now; if not, {@link #turn} tells when
         */
        public boolean exactly(long bytes) {
            lock.lock();
            try {
                if (closed) {
                    return false;
                }
                if (bytes <= Math.max(granted, largestSmall)) {
                    grant(bytes);
                    serve();
                    return true;
                }
                grant(0);
                wanted = bytes;
                turn = new CompletableFuture<>();
                since = nanoTime.getAsLong();
                waiting.add(this);
                serve();
                waits = !turn.isDone();
                return turn.isDone();
            } finally {
                lock.unlock();
            }
        }

        /** Done when it has the bytes that it waits for, or if it waits for none. Cancelling it changes nothing. */
        public Future<Void> turn() {
            return locked(() -> turn);
        }

        /** Time that it has waited so far; the present wait does not count. */
        public Duration waited() {
            return locked(() -> waited);
        }

        /** Whether it has more than a small request, so that others may wait for it. */
        boolean isLarge() {
            return locked(() -> granted) > largestSmall;
        }

        private boolean isWithinShare() {
            return (ofHolder() == 0 || ofHolder() + wanted <= most)
                    && (!bulk || ofBulk == 0 || ofBulk + wanted <= mostOfBulk());
        }

        private boolean fits() {
            return large == 0 || used + wanted <= rest;
        }

        private long ofHolder() {
            return ofHolder.getOrDefault(holder, 0L);
        }

        private void grant(long bytes) {
            count(-granted, granted > largestSmall ? -1 : 0);
            granted = bytes;
            count(granted, granted > largestSmall ? 1 : 0);
        }

        /** @param largeOnes by how many more there are; 0 for a small one */
        private void count(long bytes, int largeOnes) {
            if (largeOnes == 0) {
                usedBySmall += bytes;
            } else {
                used += bytes;
                ofBulk += bulk ? bytes : 0;
                large += largeOnes;
                ofHolder.merge(holder, bytes, (before, more) -> before + more == 0 ? null : before + more);
            }
        }

        private void stopWaiting() {
            waiting.remove(this);
            if (waits) {
                waits = false;
                waited = waited.plusNanos(nanoTime.getAsLong() - since);
                allWaits++;
                allWaited = allWaited.plusNanos(nanoTime.getAsLong() - since);
            }
        }

        @Override
        public void close() {
            lock.lock();
            try {
                closed = true;
                stopWaiting();
                grant(0);
                serve();
            } finally {
                lock.unlock();
            }
        }
    }
}
