// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests one after the other to a running service, over persistent connections, and prints how long the answers
 * take. Arguments: the port, what to request ({@code health} or a number of questions), clients, seconds. The first
 * second of each client does not count.
 */
public final class Load {
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private Load() {}

    /**
     * The measurements of the clients.
     *
     * @param answers number of answers, including those that do not count
     * @param nanos time of each answer that counts, in ascending order
     */
    private record Seen(long answers, List<Long> nanos) {
        Seen and(Seen other) {
            List<Long> both = new ArrayList<>(nanos);
            both.addAll(other.nanos);
            both.sort(null);
            return new Seen(answers + other.answers, both);
        }

        /** A quantile of the times, in milliseconds. */
        double quantile(double share) {
            return nanos.isEmpty() ? Double.NaN : nanos.get((int) Math.ceil(share * nanos.size()) - 1) / 1e6;
        }
    }

    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        int port = Integer.parseInt(arguments[0]);
        byte[] request = arguments[1].equals("health")
                ? KeptConnection.get("/health")
                : KeptConnection.post("/v1/systemone", Samples.body(Integer.parseInt(arguments[1])));
        int clients = Integer.parseInt(arguments[2]);
        long seconds = Long.parseLong(arguments[3]);
        Seen seen = ask(port, request, clients, TimeUnit.SECONDS.toNanos(seconds));
        System.out.printf(
                Locale.ROOT,
                "%-14s %3d clients %8.0f per second, p50 %7.2f ms, p99 %7.2f ms, %d answers%n",
                arguments[1].equals("health") ? "/health" : arguments[1] + " questions",
                clients,
                (double) seen.nanos().size() / seconds,
                seen.quantile(0.5),
                seen.quantile(0.99),
                seen.answers());
    }

    private static Seen ask(int port, byte[] request, int clients, long duration)
            throws InterruptedException, ExecutionException {
        long counted = System.nanoTime() + WARM_UP_NANOS;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Seen>> pending = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                pending.add(threads.submit(() -> askInTurn(port, request, counted, counted + duration)));
            }
            Seen all = new Seen(0, List.of());
            for (Future<Seen> one : pending) {
                all = all.and(one.get());
            }
            return all;
        }
    }

    private static Seen askInTurn(int port, byte[] request, long counted, long end) throws IOException {
        List<Long> nanos = new ArrayList<>();
        long answers = 0;
        try (KeptConnection connection = new KeptConnection(port)) {
            for (long now = System.nanoTime(); now < end; answers++) {
                int status = connection.ask(request);
                if (status != 200) {
                    throw new IOException("answered with status " + status);
                }
                long done = System.nanoTime();
                if (now >= counted) {
                    nanos.add(done - now);
                }
                now = done;
            }
        }
        return new Seen(answers, nanos);
    }
}
