// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts requests from their routing until their answer is written. Shutdown waits for them here, because Helidon's own
 * stop closes the port at once, gives requests in flight half a second, and then interrupts them.
 */
final class InFlight implements Filter {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();
    private int count;

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        add(1);
        try {
            chain.proceed();
        } finally {
            add(-1);
        }
    }

    private void add(int change) {
        lock.lock();
        try {
            count += change;
            if (count == 0) {
                none.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    int count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** Waits at most {@code patience} until no request is in flight; returns whether that was reached. */
    boolean awaitNone(Duration patience) {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (count > 0 && left > 0) {
                left = none.awaitNanos(left);
            }
            return count == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
