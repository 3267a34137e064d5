// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Leaves the writing of the log to a thread of its own, so that nobody who logs waits for whoever reads: a collector
 * that stands still, or a terminal that is held, holds up no request and no stop. Lines beyond {@value #MOST_BYTES}
 * bytes are lost, and a line says how many once the others are written. Safe for any number of threads.
 */
final class LogQueue extends Handler {
    /** Some thousand lines. */
    static final int MOST_BYTES = 1 << 20;

    /** Time that the end of a process waits for its last lines, whose reader may have stopped. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final PrintStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();

    // The lock guards these.
    private final Deque<byte[]> lines = new ArrayDeque<>();
    private int bytes;
    private long lost;

    /** Whether there is anything to write; false only when all is written. Read without the lock at a process' end. */
    private volatile boolean busy;

    /** Starts the thread, which no process waits for. */
    LogQueue(PrintStream out, Formatter formatter) {
        this.out = out;
        setFormatter(formatter);
        setLevel(Level.ALL);
        Thread.ofPlatform().daemon().name("log").start(this::write);
    }

    @Override
    public void publish(LogRecord line) {
        if (!isLoggable(line)) {
            return;
        }
        byte[] text;
        try {
            // Here, because what is logged may change.
            text = getFormatter().format(line).getBytes(StandardCharsets.UTF_8);
        } catch (RuntimeException e) {
            reportError(null, e, ErrorManager.FORMAT_FAILURE);
            return;
        }
        lock.lock();
        try {
            // Once a line is lost, so are those after it until the queue is empty: the line about them has its place.
            if (lost > 0 || bytes + text.length > MOST_BYTES) {
                lost++;
                return;
            }
            busy = true;
            bytes += text.length;
            lines.add(text);
            more.signal();
        } finally {
            lock.unlock();
        }
    }

    private void write() {
        while (true) {
            byte[] text = next();
            // It reports no errors: a log that nobody can read any more is no reason to end.
            out.write(text, 0, text.length);
            out.flush();
        }
    }

    private byte[] next() {
        lock.lock();
        try {
            while (lines.isEmpty() && lost == 0) {
                busy = false;
                more.awaitUninterruptibly();
            }
            if (lines.isEmpty()) {
                byte[] words = words(lost);
                lost = 0;
                return words;
            }
            byte[] text = lines.remove();
            bytes -= text.length;
            return text;
        } finally {
            lock.unlock();
        }
    }

    private byte[] words(long count) {
        LogRecord line = new LogRecord(
                Level.WARNING, count + " lines of the log were lost here, because whoever reads it stood still");
        line.setLoggerName(LogQueue.class.getName());
        return getFormatter().format(line).getBytes(StandardCharsets.UTF_8);
    }

    /** Waits until everything is written, but not for long. Needs no memory and no lock. */
    @Override
    public void flush() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (busy && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        flush();
    }
}
