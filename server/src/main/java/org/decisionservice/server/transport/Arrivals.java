// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.webserver.CloseConnectionException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What arrives on a connection. Usually whoever asks for it reads it; while {@link #watch} is on, a thread reads ahead,
 * because only a read tells that the client has left.
 */
final class Arrivals {
    /** What is read ahead at most, in bytes, rounded up to whole reads. */
    private static final int MOST_AHEAD = 16 * 1024;

    private final Supplier<byte @Nullable []> socket;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Queue<byte[]> ahead = new ArrayDeque<>();
    private int bytesAhead;
    private boolean reading;
    private boolean watching;
    private boolean wanted;
    private boolean ended;

    /** {@code socket} blocks until it can give some bytes; null or an I/O error is the end. */
    Arrivals(Supplier<byte @Nullable []> socket) {
        this.socket = socket;
    }

    /** The next bytes, at least one; null at the end. For one thread at a time. */
    byte @Nullable [] next() {
        lock.lock();
        try {
            wanted = true;
            while (watching && ahead.isEmpty()) {
                news.await();
            }
            byte[] first = ahead.poll();
            if (first != null) {
                bytesAhead -= first.length;
                return first;
            }
            if (ended) {
                return null;
            }
            reading = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CloseConnectionException("interrupted while waiting for a client", e);
        } finally {
            wanted = false;
            lock.unlock();
        }
        byte[] bytes = read();
        lock.lock();
        try {
            reading = false;
            ended = bytes == null;
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads ahead from now on, until {@link #next} wants more or enough is there. A client that then sends more than
     * that and leaves is not noticed.
     */
    void watch() {
        lock.lock();
        try {
            if (!watching && !reading && !ended && bytesAhead < MOST_AHEAD) {
                watching = true;
                Thread.ofVirtual().name("departure-watch").start(this::readAhead);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the client is known to send nothing more. */
    boolean ended() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private void readAhead() {
        boolean on = true;
        while (on) {
            byte[] bytes = read();
            lock.lock();
            try {
                if (bytes == null) {
                    ended = true;
                } else {
                    ahead.add(bytes);
                    bytesAhead += bytes.length;
                }
                on = !ended && !wanted && bytesAhead < MOST_AHEAD;
                watching = on;
                news.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** A connection that breaks has ended as much as one that is closed properly. */
    private byte @Nullable [] read() {
        try {
            return socket.get();
        } catch (UncheckedIOException _) {
            return null;
        }
    }
}
