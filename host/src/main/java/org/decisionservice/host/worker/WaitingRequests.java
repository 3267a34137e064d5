// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.decisionservice.core.packing.PackedRow;

/**
 * Jobs that wait for the inference thread. They take turns, one pass at a time.
 *
 * <p>Jobs with more than one pass left come one after the other. Between two of their passes, every job that had one
 * pass left when the first of the two ended has its turn. So a job with one pass waits for at most two passes of the
 * others, however many wait, and the others get on however many jobs with one pass come.
 *
 * <p>A job that would have another checkpoint unloaded has no turn before it is the oldest job. Otherwise checkpoints
 * that have no room beside each other would be loaded again for every pass; so there are no more loads than jobs.
 *
 * <p>Jobs are added, given up and counted on any thread, and taken on the inference thread.
 */
final class WaitingRequests {
    private final boolean coalesces;
    private final Predicate<QueuedRequest> displaces;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<QueuedRequest> arrived = new ArrayDeque<>();
    private final Deque<QueuedRequest> last = new ArrayDeque<>();
    private final Deque<QueuedRequest> several = new ArrayDeque<>();
    /** How many jobs have ever had one pass left. */
    private long lastSoFar;
    /** Those up to this number have their turn before the next pass of a job with several. */
    private long due;

    private boolean severalHadATurn;

    /**
     * @param coalesces whether jobs share passes
     * @param displaces whether a job would have another checkpoint unloaded; called on the inference thread
     */
    WaitingRequests(boolean coalesces, Predicate<QueuedRequest> displaces) {
        this.coalesces = coalesces;
        this.displaces = displaces;
    }

    void add(QueuedRequest job) {
        lock.lock();
        try {
            arrived.add(job);
        } finally {
            lock.unlock();
        }
    }

    /** Takes back a job that has not been taken; returns false if it has. */
    boolean remove(QueuedRequest job) {
        lock.lock();
        try {
            return arrived.remove(job) || several.remove(job) || last.remove(job);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the jobs that nobody waits for any more. */
    void dropGivenUp() {
        lock.lock();
        try {
            arrived.removeIf(QueuedRequest::givenUp);
            several.removeIf(QueuedRequest::givenUp);
            last.removeIf(QueuedRequest::givenUp);
        } finally {
            lock.unlock();
        }
    }

    private Stream<QueuedRequest> all() {
        return Stream.of(arrived, last, several).flatMap(Deque::stream);
    }

    /** The number of jobs that wait for their first turn. */
    int size() {
        lock.lock();
        try {
            return (int) all().filter(job -> !job.begun() && !job.givenUp()).count();
        } finally {
            lock.unlock();
        }
    }

    /** Puts a job that had its turn behind the others, also behind those that came meanwhile. */
    void again(QueuedRequest job) {
        lock.lock();
        try {
            sortArrived();
            if (!job.givenUp()) {
                sort(job);
            }
        } finally {
            lock.unlock();
        }
    }

    private void sortArrived() {
        for (QueuedRequest job = arrived.poll(); job != null; job = arrived.poll()) {
            sort(job);
        }
    }

    private void sort(QueuedRequest job) {
        if (job.isLast()) {
            job.joinLast(++lastSoFar);
            last.add(job);
        } else {
            several.add(job);
        }
    }

    /**
     * Takes the job whose turn it is, and with it all that can share its pass. It does not wait for further jobs.
     *
     * @return empty if no job waits
     */
    List<QueuedRequest> take() {
        lock.lock();
        try {
            sortArrived();
            if (severalHadATurn || several.isEmpty()) {
                due = lastSoFar;
                severalHadATurn = false;
            }
            Optional<QueuedRequest> one = first(last, due);
            if (one.isPresent()) {
                return withSharing(one.get());
            }
            Optional<QueuedRequest> next = first(several, Long.MAX_VALUE);
            if (next.isPresent()) {
                severalHadATurn = true;
                return List.of(next.get());
            }
            return first(last, Long.MAX_VALUE).map(this::withSharing).orElse(List.of());
        } finally {
            lock.unlock();
        }
    }

    /** Takes the first of {@code jobs} that may have its turn, of those with a number up to {@code most}. */
    private Optional<QueuedRequest> first(Deque<QueuedRequest> jobs, long most) {
        for (Iterator<QueuedRequest> all = jobs.iterator(); all.hasNext(); ) {
            QueuedRequest job = all.next();
            if (job.lastNumber() > most) {
                break;
            }
            if (!displaces.test(job) || isOldest(job)) {
                all.remove();
                return Optional.of(job);
            }
        }
        return Optional.empty();
    }

    private boolean isOldest(QueuedRequest job) {
        return all().allMatch(other -> other.number() >= job.number());
    }

    private List<QueuedRequest> withSharing(QueuedRequest first) {
        List<QueuedRequest> taken = new ArrayList<>();
        taken.add(first);
        if (coalesces && first.canShare()) {
            // One pass, so that sharing makes nobody wait longer than a pass takes.
            takeSharing(taken, first.passes().limit());
        }
        return taken;
    }

    private void takeSharing(List<QueuedRequest> taken, int tokens) {
        QueuedRequest first = taken.getFirst();
        int rows = first.passes().next().size();
        int longest = longest(first);
        for (Iterator<QueuedRequest> others = last.iterator(); others.hasNext(); ) {
            QueuedRequest job = others.next();
            if (job.canShare() && job.current().version().equals(first.current().version())) {
                int count = rows + job.passes().next().size();
                int width = Math.max(longest, longest(job));
                if ((long) count * width <= tokens) {
                    rows = count;
                    longest = width;
                    others.remove();
                    taken.add(job);
                }
            }
        }
    }

    private static int longest(QueuedRequest job) {
        return job.passes().next().stream().mapToInt(PackedRow::length).max().orElse(0);
    }
}
