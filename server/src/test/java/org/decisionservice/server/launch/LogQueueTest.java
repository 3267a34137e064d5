// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.decisionservice.server.observe.LogFormatter;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log that nobody reads for a while. */
@Timeout(60)
class LogQueueTest {
    /** What was written, by a writer that stands still until it is let go. */
    private static final class Stuck extends OutputStream {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final CountDownLatch stuck = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);

        @Override
        public void write(int oneByte) {
            write(new byte[] {(byte) oneByte}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            stuck.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            synchronized (written) {
                written.write(bytes, from, length);
            }
        }

        List<String> lines() {
            synchronized (written) {
                return written.toString(StandardCharsets.UTF_8).lines().toList();
            }
        }
    }

    private final Stuck stuck = new Stuck();
    private final LogQueue queue =
            new LogQueue(new PrintStream(stuck, false, StandardCharsets.UTF_8), new LogFormatter());

    private void log(String text) {
        LogRecord line = new LogRecord(Level.INFO, text);
        line.setLoggerName("test");
        queue.publish(line);
    }

    private void goOnUntil(Predicate<String> lastLine) {
        stuck.goesOn.countDown();
        Await.until("the line is written", () -> {
            List<String> lines = stuck.lines();
            return !lines.isEmpty() && lastLine.test(lines.getLast());
        });
    }

    @Test
    void nobodyWaitsAndNothingIsLostThatFits() throws InterruptedException {
        log("first");
        stuck.stuck.await();
        for (int n = 0; n < 100; n++) {
            log("line " + n);
        }
        goOnUntil(line -> line.endsWith("line 99"));
        assertThat(stuck.lines()).hasSize(101);
    }

    @Test
    void whatDoesNotFitIsCountedInItsPlace() throws InterruptedException {
        log("first");
        stuck.stuck.await();
        String kilobyte = "x".repeat(1024);
        int sent = 2 * LogQueue.MOST_BYTES / kilobyte.length();
        for (int n = 0; n < sent; n++) {
            log(kilobyte);
        }
        goOnUntil(line -> line.contains("lines of the log were lost here"));
        log("after");
        goOnUntil(line -> line.endsWith("after"));
        List<String> lines = stuck.lines();
        String about = lines.get(lines.size() - 2);
        int lost = sent + 1 - (lines.size() - 2);
        assertThat(lost).isGreaterThan(sent / 3);
        assertThat(about).contains("WARNING", lost + " lines of the log were lost here");
        assertThat(lines.getLast()).endsWith("after");
    }

    /** Or a process whose log nobody reads could not be stopped. */
    @Test
    void anEndDoesNotWaitForLong() throws InterruptedException {
        log("first");
        stuck.stuck.await();
        long begun = System.nanoTime();
        queue.flush();
        assertThat((System.nanoTime() - begun) / 1e9).isLessThan(30);
        stuck.goesOn.countDown();
    }
}
