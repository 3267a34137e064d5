// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.decisionservice.server.testing.Connection;
import org.decisionservice.server.testing.Message;

/** Times {@code GET /health} every few milliseconds, as a load balancer might. */
final class Prober implements Runnable {
    private static final int PAUSE_MILLIS = 10;

    private final int port;
    private final long deadlineNanos;
    private final Tally tally;
    private final List<Long> nanos = new ArrayList<>();

    Prober(int port, long deadlineNanos, Tally tally) {
        this.port = port;
        this.deadlineNanos = deadlineNanos;
        this.tally = tally;
    }

    @Override
    public void run() {
        try (Connection connection = new Connection(port)) {
            while (System.nanoTime() < deadlineNanos) {
                long start = System.nanoTime();
                int status = connection.exchange(Message.get("/health")).status();
                nanos.add(System.nanoTime() - start);
                if (status != 200) {
                    tally.fail("/health answered " + status);
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (IOException | InterruptedException e) {
            tally.fail("/health: " + e);
        }
    }

    /** Summarizes the measurements; call it only after the prober has ended. */
    @Override
    public String toString() {
        nanos.sort(null);
        return "/health probed %d times: p50 %.1f ms, p99 %.1f ms, slowest %.1f ms"
                .formatted(nanos.size(), millis(0.5), millis(0.99), millis(1));
    }

    private double millis(double quantile) {
        return nanos.isEmpty() ? Double.NaN : nanos.get((int) Math.ceil(quantile * nanos.size()) - 1) / 1e6;
    }
}
