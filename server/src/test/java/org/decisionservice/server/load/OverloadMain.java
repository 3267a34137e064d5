// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.decisionservice.testing.Testdata;

/**
 * Sends a running service more requests than it admits. Arguments: its port, seconds, number of clients, milliseconds
 * that a refused client waits. The exit status is 1 if an answer was wrong or missing.
 */
public final class OverloadMain {
    private OverloadMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int port = Integer.parseInt(arguments[0]);
        long seconds = Long.parseLong(arguments[1]);
        int clients = Integer.parseInt(arguments[2]);
        long pauseMillis = Long.parseLong(arguments[3]);
        List<Task> tasks = Task.learn(Testdata.recording(), port);
        Tally tally = overload(port, seconds, clients, pauseMillis, tasks);
        tally.failures().forEach(System.out::println);
        boolean good =
                tally.failures().isEmpty() && tally.lost() == 0 && tally.decided.get() > 0 && tally.refused.get() > 0;
        System.exit(good ? 0 : 1);
    }

    private static Tally overload(int port, long seconds, int clients, long pauseMillis, List<Task> tasks)
            throws InterruptedException {
        Tally tally = new Tally();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Prober prober = new Prober(port, deadline, tally);
        List<Thread> threads = new ArrayList<>();
        threads.add(Thread.ofPlatform().start(prober));
        for (int i = 0; i < clients; i++) {
            threads.add(Thread.ofPlatform().start(new Client(port, tasks, deadline, pauseMillis, tally)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(clients + " clients, " + tasks.size() + " kinds of requests, " + seconds + " s");
        System.out.println(tally);
        System.out.println(prober);
        return tally;
    }
}
