// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.decisionservice.host.RequestClass;

/**
 * Jobs that wait for the inference thread. Interactive ones go before bulk ones at every pass, except that of
 * {@value #MOST_PASSING} + 1 passes one is for bulk jobs that wait all the while, so that they end however much else is
 * asked. Within their class, jobs take {@link Turns}.
 *
 * <p>A job that would have another checkpoint unloaded has no turn before it is the oldest job, or the oldest
 * interactive one. Otherwise checkpoints that have no room beside each other would be loaded again for every pass; so
 * there are no more loads than jobs, as far as these are of one class.
 *
 * <p>Jobs are added, given up and counted on any thread, and taken on the inference thread.
 */
final class WaitingRequests {
    /** Passes of interactive jobs between two of bulk ones: an eighth of the time is what the interactive ones lose. */
    private static final int MOST_PASSING = 7;

    private final Predicate<QueuedRequest> displaces;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<QueuedRequest> arrived = new ArrayDeque<>();
    private final Turns interactive;
    private final Turns bulk;
    /** Passes that interactive jobs have had while bulk ones waited. */
    private int passing;

    /**
     * @param coalesces whether jobs of one class share passes
     * @param displaces whether a job would have another checkpoint unloaded; called on the inference thread
     */
    WaitingRequests(boolean coalesces, Predicate<QueuedRequest> displaces) {
        this.interactive = new Turns(coalesces);
        this.bulk = new Turns(coalesces);
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
            return arrived.remove(job) || of(job).remove(job);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the jobs that nobody waits for any more. */
    void dropGivenUp() {
        lock.lock();
        try {
            arrived.removeIf(QueuedRequest::givenUp);
            interactive.dropGivenUp();
            bulk.dropGivenUp();
        } finally {
            lock.unlock();
        }
    }

    /** The number of jobs that wait for their first turn. */
    int size() {
        lock.lock();
        try {
            return (int) Stream.of(arrived.stream(), interactive.all(), bulk.all())
                    .flatMap(jobs -> jobs)
                    .filter(job -> !job.begun() && !job.givenUp())
                    .count();
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
                of(job).add(job);
            }
        } finally {
            lock.unlock();
        }
    }

    private void sortArrived() {
        for (QueuedRequest job = arrived.poll(); job != null; job = arrived.poll()) {
            of(job).add(job);
        }
    }

    private Turns of(QueuedRequest job) {
        return job.requestClass() == RequestClass.BULK ? bulk : interactive;
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
            if (interactive.isEmpty() || passing >= MOST_PASSING) {
                List<QueuedRequest> taken =
                        bulk.take(job -> mayHaveATurn(job, Stream.concat(interactive.all(), bulk.all())));
                if (!taken.isEmpty()) {
                    passing = 0;
                    return taken;
                }
            }
            passing = bulk.isEmpty() ? 0 : passing + 1;
            return interactive.take(job -> mayHaveATurn(job, interactive.all()));
        } finally {
            lock.unlock();
        }
    }

    private boolean mayHaveATurn(QueuedRequest job, Stream<QueuedRequest> others) {
        return !displaces.test(job) || others.allMatch(other -> other.number() >= job.number());
    }
}
