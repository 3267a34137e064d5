// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.decisionservice.host.RequestClass;

/**
 * A fixed number of slots for requests in flight. When all are taken, requests wait in the order in which they came, or
 * are refused at once if nobody may wait. A request keeps its slot until its answer is written. A client that reads its
 * answer or sends its body slowly loses its slot as soon as another request finds none free.
 */
public final class Admission {
    /** Time that a request waits for the slot of a client that is sent away, even if nobody else may wait. */
    private static final Duration DISMISSAL = Duration.ofSeconds(2);

    private final FairPool slots;

    private final int size;
    private final Queue queue;
    private final int perAddress;
    private final MemoryBudget memory;

    // The pool's lock guards all of these.
    private final Set<Entered> inside = new LinkedHashSet<>();
    /** Number of requests of each address that are admitted or wait; empty if that has no limit. */
    private final Map<String, Integer> ofAddress = new HashMap<>();
    /** Number of requests of each holder of a share that are admitted or wait. */
    private final Map<String, Integer> ofHolder = new HashMap<>();
    /** Number of those inside that were sent away and have not left yet. */
    private int dismissed;
    /** The number of admitted and waiting requests that are bulk. */
    private int bulk;

    private volatile boolean over;

    /**
     * Who may wait for a slot.
     *
     * @param most maximum number of requests that wait; 0 refuses at once
     * @param patience maximum time that one waits
     */
    public record Queue(int most, Duration patience) {
        /** Nobody waits. */
        public static final Queue NONE = new Queue(0, Duration.ZERO);
    }

    /**
     * Opens {@code size} slots.
     *
     * @param size requests admitted at once, at least 1
     * @param perAddress how many of the admitted and waiting requests may come from one address; 0 sets no limit
     * @param memory bytes that the requests in the slots share, at least 1
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     */
    public Admission(int size, int perAddress, Queue queue, long memory, LongSupplier nanoTime) {
        if (size < 1) {
            throw new IllegalArgumentException("at least one request must be admitted at once, not " + size);
        }
        this.slots = new FairPool(size);
        this.size = size;
        this.perAddress = perAddress;
        this.queue = queue;
        this.memory = new MemoryBudget(memory, size, nanoTime);
    }

    /** The memory that the admitted requests share. */
    public MemoryBudget memory() {
        return memory;
    }

    /**
     * The part of the slots that one holder of a key may take.
     *
     * @param most how many of the admitted and waiting requests may be theirs, at least 1; of the memory, too, they
     *     have at most as large a part
     * @param requestClass of the requests; all bulk ones together have a share as well
     */
    public record Share(String holder, int most, RequestClass requestClass) {
        /** As many as there are. */
        public static final int WHOLE = Integer.MAX_VALUE;

        boolean isBulk() {
            return requestClass == RequestClass.BULK;
        }

        /** Slots of {@code slots} that all bulk requests may take together, at least 1: the others are kept free. */
        static int bulk(int slots) {
            return Math.max(1, slots / 2);
        }
    }

    /** The number of slots. */
    public int size() {
        return size;
    }

    /** The number of requests that may wait for a slot. */
    public int mayWait() {
        return queue.most();
    }

    /**
     * Takes a slot, and waits for one if none is free and there is room in the queue.
     *
     * @param limit maximum time to wait; the queue's own limit holds, too
     * @param caller is asked a few times a second whether it has left
     * @param share of the holder of its key; empty if that has no name
     */
    public Entry enter(Duration limit, Caller caller, Optional<Share> share) {
        slots.lock().lock();
        try {
            if (slots.isShut()) {
                return new Stopping();
            }
            if (perAddress > 0 && !countIn(ofAddress, caller.countedAs(), perAddress)) {
                return new Busy();
            }
            if (share.isPresent()
                    && !countIn(ofHolder, share.get().holder(), share.get().most())) {
                countOut(ofAddress, caller.countedAs());
                return new ShareTaken(share.get());
            }
            if (isBulk(share)) {
                if (bulk >= Share.bulk(size)) {
                    countOut(ofAddress, caller.countedAs());
                    countOut(ofHolder, share.get().holder());
                    return new BulkTaken(bulk);
                }
                bulk++;
            }
            Entry entry = slots.take() ? admit(caller, share) : queued(limit, caller, share);
            if (!(entry instanceof Entered)) {
                countOut(caller, share);
            }
            return entry;
        } finally {
            slots.lock().unlock();
        }
    }

    /** Counts one more request of {@code whose}; returns false, and counts nothing, if that is over their share. */
    private static boolean countIn(Map<String, Integer> counts, String whose, int most) {
        int count = counts.getOrDefault(whose, 0);
        if (count >= most) {
            return false;
        }
        counts.put(whose, count + 1);
        return true;
    }

    private static void countOut(Map<String, Integer> counts, String whose) {
        counts.computeIfPresent(whose, (_, count) -> count == 1 ? null : count - 1);
    }

    private void countOut(Caller caller, Optional<Share> share) {
        countOut(ofAddress, caller.countedAs());
        share.ifPresent(taken -> countOut(ofHolder, taken.holder()));
        bulk -= isBulk(share) ? 1 : 0;
    }

    private static boolean isBulk(Optional<Share> share) {
        return share.filter(Share::isBulk).isPresent();
    }

    private Entered admit(Caller caller, Optional<Share> share) {
        Entered entered = new Entered(this, caller, share, memory.arrived(share));
        inside.add(entered);
        return entered;
    }

    private Entry queued(Duration limit, Caller caller, Optional<Share> share) {
        dismissOne(slots.waiting() + 1, _ -> true);
        // A dismissal lets go of the lock, so a slot may have become free.
        if (slots.take()) {
            return admit(caller, share);
        }
        int leaving = dismissed + stalling();
        if (!slots.isShut() && slots.waiting() >= queue.most() + leaving) {
            return new Busy();
        }
        Duration patience = queue.patience().compareTo(DISMISSAL) < 0 && leaving > 0 ? DISMISSAL : queue.patience();
        Duration most = limit.compareTo(patience) < 0 ? limit : patience;
        return switch (slots.take(
                most, isBulk(share), caller::departed, () -> dismissOne(slots.waiting(), _ -> true))) {
            case TAKEN -> admit(caller, share);
            case TOO_LATE -> new Busy();
            case LEFT -> new Left();
            case SHUT -> new Stopping();
        };
    }

    /** Number of those inside that will be sent away in a moment, unless their bodies come faster. */
    private int stalling() {
        return (int) inside.stream()
                .filter(entered -> !entered.dismissed && entered.caller.stalls())
                .count();
    }

    /** Sends the slowest of those away that linger, unless {@code wanted} of them are leaving already. */
    private void dismissOne(int wanted, Predicate<Entered> holdsWhatIsWanted) {
        if (dismissed >= wanted) {
            return;
        }
        record Lingering(Entered entered, long bytesPerSecond) {}
        Optional<Entered> lingering = inside.stream()
                .filter(entered -> !entered.dismissed && holdsWhatIsWanted.test(entered))
                .flatMap(entered -> entered.caller.lingering().stream().mapToObj(rate -> new Lingering(entered, rate)))
                .min(Comparator.comparingLong(Lingering::bytesPerSecond))
                .map(Lingering::entered);
        if (lingering.isPresent()) {
            lingering.get().dismissed = true;
            dismissed++;
            slots.withoutLock(() -> {
                lingering.get().caller.dismiss();
                return true;
            });
        }
    }

    /** Sends one of those away that only read their answers and hold memory, unless one is leaving already. */
    public void makeRoom() {
        slots.lock().lock();
        try {
            dismissOne(1, entered -> entered.memory.isLarge());
        } finally {
            slots.lock().unlock();
        }
    }

    private void release(Entered entered) {
        entered.memory.close();
        slots.lock().lock();
        try {
            inside.remove(entered);
            countOut(entered.caller, entered.share);
            if (entered.dismissed) {
                dismissed--;
            }
            slots.give();
        } finally {
            slots.lock().unlock();
        }
    }

    /** Refuses all requests from now on, also those that wait; those already admitted keep their slots. */
    public void shut() {
        slots.shut();
    }

    /** Asks the admitted requests to end without their answers: the time that they had left is over. */
    public void giveUp() {
        over = true;
    }

    /** Whether admitted requests have to end now. */
    public boolean isOver() {
        return over;
    }

    /** The number of admitted requests, from 0 to the size. */
    public int inFlight() {
        return slots.used();
    }

    /** The number of requests that wait for a slot. */
    public int waiting() {
        return slots.waiting();
    }

    /** The result of an attempt to enter. */
    public sealed interface Entry {}

    /** A slot and its memory, released by {@link #close()}; closing twice releases it once. */
    public static final class Entered implements Entry, AutoCloseable {
        private final Admission admission;
        private final Caller caller;
        private final Optional<Share> share;
        private final MemoryBudget.Reservation memory;
        private final AtomicBoolean left = new AtomicBoolean();
        /** Guarded by the admission's lock. */
        private boolean dismissed;

        private Entered(Admission admission, Caller caller, Optional<Share> share, MemoryBudget.Reservation memory) {
            this.admission = admission;
            this.caller = caller;
            this.share = share;
            this.memory = memory;
        }

        /** The name of the key that the request came with; empty if keys have none. */
        public Optional<String> holder() {
            return share.map(Share::holder);
        }

        /** The class of the request. */
        public RequestClass requestClass() {
            return share.map(Share::requestClass).orElse(RequestClass.INTERACTIVE);
        }

        /** The memory that the request holds until its answer is written. */
        public MemoryBudget.Reservation memory() {
            return memory;
        }

        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                admission.release(this);
            }
        }
    }

    /** Every slot is taken, or the address has its share, and the queue is full or the time to wait is over. */
    public record Busy() implements Entry {}

    /** The holder of the key has the whole share. */
    public record ShareTaken(Share share) implements Entry {}

    /** Bulk requests have all slots that are not kept free for interactive ones. */
    public record BulkTaken(int most) implements Entry {}

    /** Nobody is admitted any more. */
    public record Stopping() implements Entry {}

    /** The client left while it waited. */
    public record Left() implements Entry {}
}
