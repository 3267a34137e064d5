// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.decisionservice.testing.Await;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests reading ahead to detect that a client leaves, without losing a byte of one that stays. */
@Timeout(30)
class ArrivalsTest {
    private final BlockingQueue<Optional<byte[]>> wire = new LinkedBlockingQueue<>();
    private final AtomicInteger reads = new AtomicInteger();
    private final Arrivals arrivals = new Arrivals(this::read);

    private byte @Nullable [] read() {
        reads.incrementAndGet();
        try {
            return wire.take().orElse(null);
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private void send(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        wire.add(Optional.of(bytes));
    }

    private void leave() {
        wire.add(Optional.empty());
    }

    @Test
    void nothingIsReadBeforeItIsAskedFor() {
        send(1);
        assertThat(reads).hasValue(0);
        assertThat(arrivals.ended()).isFalse();
        assertThat(arrivals.next()).containsExactly(1);
    }

    @Test
    void aDepartureIsNoticed() {
        arrivals.watch();
        leave();
        Await.until("the end is noticed", arrivals::ended);
        assertThat(arrivals.next()).isNull();
        assertThat(arrivals.next()).isNull();
    }

    @Test
    void bytesReadAheadByTheWatchAreNotLost() {
        arrivals.watch();
        // The first byte is a NUL, which is a value like any other.
        send(0, 1);
        send(2);
        Await.until("the third read begins", () -> reads.get() == 3);
        assertThat(arrivals.ended()).isFalse();
        assertThat(arrivals.next()).containsExactly(0, 1);
        assertThat(arrivals.next()).containsExactly(2);
        var _ = Thread.startVirtualThread(() -> {
            Await.until("the third read begins", () -> reads.get() == 3);
            send(3);
            send(4);
        });
        assertThat(arrivals.next()).as("taken over from the watch").containsExactly(3);
        assertThat(arrivals.next()).containsExactly(4);
        leave();
        assertThat(arrivals.next()).isNull();
    }

    @Test
    void aDepartureBehindTheNextRequestIsNoticed() {
        arrivals.watch();
        send(1);
        leave();
        Await.until("the end is noticed", arrivals::ended);
        assertThat(arrivals.next()).containsExactly(1);
        assertThat(arrivals.next()).isNull();
    }

    @Test
    void theWatchReadsAheadNoMoreThanItsLimit() {
        int[] packet = new int[8 * 1024];
        arrivals.watch();
        for (int i = 0; i < 3; i++) {
            send(packet);
        }
        Await.until("two packets are read", () -> wire.size() == 1);
        arrivals.watch();
        assertThat(reads).hasValue(2);
        for (int i = 0; i < 3; i++) {
            assertThat(arrivals.next()).hasSize(packet.length);
        }
    }

    @Test
    void aSecondWatchChangesNothing() {
        arrivals.watch();
        arrivals.watch();
        send(1);
        assertThat(arrivals.next()).containsExactly(1);
        arrivals.watch();
        send(2);
        assertThat(arrivals.next()).containsExactly(2);
    }
}
