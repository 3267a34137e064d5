// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.Test;

/** 64 callers at once where 16 are admitted; prints what they waited, with and without a queue. */
class QueuedLoadTest {
    private static final int CALLERS = 64;
    private static final int EACH = 5;
    private static final String QUESTION = "{\"state\": \"The app crashes on start.\", \"model\": \"english\","
            + " \"questions\": {\"angry\": {\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}}}";

    @Test
    void withRoomInTheQueueNobodyIsRefused() throws Exception {
        assertThat(refused("0")).isBetween(0, CALLERS * EACH);
        assertThat(refused("64")).isZero();
    }

    private static int refused(String queue) throws Exception {
        Map<String, String> settings = Map.of(
                "SERVICE_MAX_CONCURRENT", "16",
                "SERVICE_QUEUE_MAX", queue,
                "SERVICE_QUEUE_TIMEOUT_MS", "120000",
                "SERVICE_PRELOAD", "1",
                "SERVICE_MODELS", "english");
        AtomicInteger refused = new AtomicInteger();
        ConcurrentLinkedQueue<Double> answered = new ConcurrentLinkedQueue<>();
        try (RunningService running = RunningService.start(settings);
                ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            CountDownLatch together = new CountDownLatch(CALLERS);
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                calls.add(callers.submit(() -> {
                    together.countDown();
                    together.await();
                    for (int n = 0; n < EACH; n++) {
                        long began = System.nanoTime();
                        int status = running.post("/v1/systemone", QUESTION).statusCode();
                        assertThat(status).isIn(200, 503);
                        if (status == 200) {
                            answered.add((System.nanoTime() - began) / 1e6);
                        } else {
                            refused.incrementAndGet();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        }
        List<Double> sorted = answered.stream().sorted().toList();
        System.out.printf(
                "queue %2s: %d answered, %d refused; ms p50 %.0f, p95 %.0f, slowest %.0f%n",
                queue,
                sorted.size(),
                refused.get(),
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() * 95 / 100),
                sorted.getLast());
        return refused.get();
    }
}
