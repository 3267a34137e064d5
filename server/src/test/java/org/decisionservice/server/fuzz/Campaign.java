// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import org.decisionservice.server.testing.Connection;
import org.decisionservice.server.testing.Message;

/** Sends the messages of one seed over a few connections and records the responses. */
final class Campaign {
    /** Fewer than are admitted at once, because a refusal for overload would count as a failure. */
    static final int CONNECTIONS = 4;

    private static final int MOST_FAILURES = 20;

    private final int port;
    private final Mutator mutator;
    private final AtomicLong next = new AtomicLong();
    private final LongAccumulator slowestNanos = new LongAccumulator(Math::max, 0);
    private final ConcurrentSkipListMap<Integer, AtomicInteger> statuses = new ConcurrentSkipListMap<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();

    Campaign(int port, Mutator mutator) {
        this.port = port;
        this.mutator = mutator;
    }

    /** Sends the next {@code messages}; ends early after too many failures. */
    void run(long messages) throws InterruptedException {
        long end = next.get() + messages;
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            clients.add(Thread.ofPlatform().name("fuzz-" + i).start(() -> send(end)));
        }
        for (Thread client : clients) {
            client.join();
        }
        next.set(end);
    }

    private void send(long end) {
        try (Connection connection = new Connection(port)) {
            for (long n = next.getAndIncrement();
                    n < end && failures.size() < MOST_FAILURES;
                    n = next.getAndIncrement()) {
                Message message = mutator.message(n);
                long number = n;
                attempt(connection, message)
                        .ifPresent(wrong -> failures.add("message " + number + ", " + message + ": " + wrong));
            }
        } catch (IOException e) {
            failures.add("closing: " + e);
        }
    }

    private Optional<String> attempt(Connection connection, Message message) {
        long start = System.nanoTime();
        try {
            Connection.Answer answer = connection.exchange(message);
            statuses.computeIfAbsent(answer.status(), _ -> new AtomicInteger()).incrementAndGet();
            return Verdict.on(message, answer.status(), answer.body());
        } catch (IOException | RuntimeException e) {
            return Optional.of("no answer: " + e);
        } finally {
            slowestNanos.accumulate(System.nanoTime() - start);
        }
    }

    List<String> failures() {
        return failures;
    }

    int answered(int status) {
        AtomicInteger count = statuses.get(status);
        return count == null ? 0 : count.get();
    }

    long answered() {
        return statuses.values().stream().mapToLong(AtomicInteger::get).sum();
    }

    @Override
    public String toString() {
        return "%d answered, by status %s, slowest %.0f ms, %d failures"
                .formatted(answered(), statuses, slowestNanos.get() / 1e6, failures.size());
    }
}
