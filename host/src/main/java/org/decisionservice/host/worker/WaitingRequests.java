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
 * Requests that wait for the inference thread. Interactive ones go before bulk ones at every pass, except that of
 * {@value #MOST_PASSING} + 1 passes one is for bulk requests that wait all the while, so that they end however much
 * else is asked. Within their class, requests take {@link Turns}.
 *
 * <p>A request that would have another checkpoint unloaded has no turn before it is the oldest request, or the oldest
 * interactive one. Otherwise checkpoints that have no room beside each other would be loaded again for every pass; so
 * there are no more loads than requests, as far as these are of one class.
 *
 * <p>Requests are added, given up and counted on any thread, and taken on the inference thread.
 */
final class WaitingRequests {
    /**
     * Passes of interactive requests between two of bulk ones: an eighth of the time is what the interactive ones lose.
     */
    private static final int MOST_PASSING = 7;

    private final Predicate<QueuedRequest> displaces;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<QueuedRequest> arrived = new ArrayDeque<>();
    private final Turns interactive;
    private final Turns bulk;
    /** Passes that interactive requests have had while bulk ones waited. */
    private int passing;

    /**
     * @param coalesces whether requests of one class share passes
     * @param displaces whether a request would have another checkpoint unloaded; called on the inference thread
     */
    WaitingRequests(boolean coalesces, Predicate<QueuedRequest> displaces) {
        this.interactive = new Turns(coalesces);
        this.bulk = new Turns(coalesces);
        this.displaces = displaces;
    }

    void add(QueuedRequest request) {
        lock.lock();
        try {
            arrived.add(request);
        } finally {
            lock.unlock();
        }
    }

    /** Takes back a request that has not been taken; returns false if it has. */
    boolean remove(QueuedRequest request) {
        lock.lock();
        try {
            return arrived.remove(request) || of(request).remove(request);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the requests that nobody waits for any more. */
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

    /** The number of requests that wait for their first turn. */
    int size() {
        lock.lock();
        try {
            return (int) Stream.of(arrived.stream(), interactive.all(), bulk.all())
                    .flatMap(requests -> requests)
                    .filter(request -> !request.begun() && !request.givenUp())
                    .count();
        } finally {
            lock.unlock();
        }
    }

    /** Puts a request that had its turn behind the others, also behind those that came meanwhile. */
    void again(QueuedRequest request) {
        lock.lock();
        try {
            sortArrived();
            if (!request.givenUp()) {
                of(request).add(request);
            }
        } finally {
            lock.unlock();
        }
    }

    private void sortArrived() {
        for (QueuedRequest request = arrived.poll(); request != null; request = arrived.poll()) {
            of(request).add(request);
        }
    }

    private Turns of(QueuedRequest request) {
        return request.requestClass() == RequestClass.BULK ? bulk : interactive;
    }

    /**
     * Takes the request whose turn it is, and with it all that can share its pass. It does not wait for further
     * requests.
     *
     * @return empty if no request waits
     */
    List<QueuedRequest> take() {
        lock.lock();
        try {
            sortArrived();
            if (interactive.isEmpty() || passing >= MOST_PASSING) {
                List<QueuedRequest> taken =
                        bulk.take(request -> mayHaveATurn(request, Stream.concat(interactive.all(), bulk.all())));
                if (!taken.isEmpty()) {
                    passing = 0;
                    return taken;
                }
            }
            passing = bulk.isEmpty() ? 0 : passing + 1;
            return interactive.take(request -> mayHaveATurn(request, interactive.all()));
        } finally {
            lock.unlock();
        }
    }

    private boolean mayHaveATurn(QueuedRequest request, Stream<QueuedRequest> others) {
        return !displaces.test(request) || others.allMatch(other -> other.number() >= request.number());
    }
}
