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
 * The bytes that arrive on a connection. Usually the thread that asks for them reads them. While {@link #watch} is on,
 * a separate thread reads ahead, because only a read reveals that the client has left.
 */
final class Arrivals {
    /** Maximum number of bytes read ahead, rounded up to whole reads. */
    static final int MOST_AHEAD = 16 * 1024;

    private final Supplier<byte @Nullable []> socket;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Queue<byte[]> ahead = new ArrayDeque<>();
    private int bytesAhead;
    private boolean reading;
    private boolean watching;
    private boolean wanted;
    private boolean ended;

    /** {@code socket} blocks until it can return some bytes; null or an I/O error means the end. */
    Arrivals(Supplier<byte @Nullable []> socket) {
        this.socket = socket;
    }

    /** Returns the next bytes, at least one; null at the end. For one thread at a time. */
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
     * Starts reading ahead, until {@link #next} needs more or {@link #MOST_AHEAD} is reached. A departure that follows
     * more data than that goes unnoticed.
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

    /** Whether it is known that the client sends nothing more. */
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

    /** Reads from the socket. A connection that breaks has ended just like one that is closed properly. */
    private byte @Nullable [] read() {
        try {
            return socket.get();
        } catch (UncheckedIOException _) {
            return null;
        }
    }
}
