// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.decisionservice.server.testing.Connection;

/**
 * Sends one request after the other until the deadline. After a refusal it waits for its own pause, not for the time
 * that the refusal asks for.
 */
final class Client implements Runnable {
    private final int port;
    private final List<Task> tasks;
    private final long deadlineNanos;
    private final long pauseMillis;
    private final Tally tally;

    /** {@code deadlineNanos} is on the clock of {@link System#nanoTime}. */
    Client(int port, List<Task> tasks, long deadlineNanos, long pauseMillis, Tally tally) {
        this.port = port;
        this.tasks = tasks;
        this.deadlineNanos = deadlineNanos;
        this.pauseMillis = pauseMillis;
        this.tally = tally;
    }

    @Override
    public void run() {
        try (Connection connection = new Connection(port)) {
            while (System.nanoTime() < deadlineNanos) {
                Task task = tasks.get(ThreadLocalRandom.current().nextInt(tasks.size()));
                tally.sent.incrementAndGet();
                judge(task, connection.exchange(task.request()));
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            tally.fail("no answer: " + e);
        }
    }

    private void judge(Task task, Connection.Answer answer) throws InterruptedException {
        if (answer.status() == 503 && answer.hasHeader("Retry-After: 1")) {
            tally.refused.incrementAndGet();
            Thread.sleep(pauseMillis);
        } else if (answer.status() == 200) {
            tally.decided.incrementAndGet();
            if (!task.rightly(answer.body())) {
                tally.fail("not the answer of the idle service: " + text(answer));
            }
        } else {
            tally.fail(answer.status() + " " + text(answer));
        }
    }

    private static String text(Connection.Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }
}
