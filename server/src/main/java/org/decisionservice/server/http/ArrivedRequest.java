// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.time.Duration;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.Patience;
import org.decisionservice.host.RequestClass;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.MemoryBudget;
import org.decisionservice.server.transport.BodyReader;

/** A request that was received and is not read yet. Its memory is its slot's. */
final class ArrivedRequest implements Arrival {
    /** Text that is parsed: its characters, and the strings and rendered texts that they become. */
    private static final int HEAP_PER_BYTE = 6;

    /** A value in a tree of JSON, a string or a number mostly. */
    private static final int HEAP_PER_VALUE = 96;

    /** Bytes of the worst tree for each byte of a body. */
    private static final int MOST_HEAP_PER_BYTE = 26;

    private final BodyReader.Upload body;
    private final DecisionFormat format;
    private final Admission.Entered slot;
    private final MemoryBudget.Reservation memory;
    private final Admission admission;
    private final long beside;
    private long toRead = -1;
    private boolean large;

    /**
     * Creates a request.
     *
     * @param beside bytes of the heap that the slot holds beside this request
     */
    ArrivedRequest(
            BodyReader.Upload body, DecisionFormat format, Admission.Entered slot, Admission admission, long beside) {
        this.body = body;
        this.format = format;
        this.slot = slot;
        this.memory = slot.memory();
        this.admission = admission;
        this.beside = beside;
    }

    @Override
    public boolean mayBeRead() {
        if (toRead < 0) {
            byte[] plain = body.plain();
            toRead = beside + heapToRead(plain.length, values(plain));
        }
        return take(toRead, memory.atLeast(toRead));
    }

    /** The bytes of the heap that parsing takes, for the worst body of that length and that many values. */
    static long heapToRead(long length, long values) {
        return Math.min(HEAP_PER_BYTE * length + HEAP_PER_VALUE * values, MOST_HEAP_PER_BYTE * length);
    }

    /** At least the number of values that a body has, whatever its encoding. */
    static long values(byte[] body) {
        long values = 1;
        for (byte each : body) {
            // Every value of a tree follows one of these, whatever the encoding; those within texts count as well.
            if (each == ',' || each == ':' || each == '[') {
                values++;
            }
        }
        return values;
    }

    @Override
    public ParsedRequest read() {
        return format.parse(body.plain());
    }

    @Override
    public boolean mayBeAnswered(long heap) {
        boolean may = take(beside + heap, memory.exactly(beside + heap));
        if (may) {
            body.forget();
        }
        return may;
    }

    private boolean take(long bytes, boolean taken) {
        large |= bytes > admission.memory().largestSmall();
        return taken;
    }

    @Override
    public void awaitMemory(Patience patience) {
        await(memory, admission, patience);
    }

    /** Waits until a slot has {@code bytes} of memory or more. */
    static void hold(long bytes, MemoryBudget.Reservation memory, Admission admission, Patience patience) {
        while (!memory.atLeast(bytes)) {
            await(memory, admission, patience);
        }
    }

    /** Waits until a slot has the memory that it asked for. */
    static void await(MemoryBudget.Reservation memory, Admission admission, Patience patience) {
        Patience makingRoom = new Patience() {
            @Override
            public Duration next() {
                return patience.next();
            }

            @Override
            public void check() {
                patience.check();
                admission.makeRoom();
            }
        };
        makingRoom.await(memory.turn());
    }

    @Override
    public boolean isLarge() {
        return large;
    }

    @Override
    public RequestClass requestClass() {
        return slot.requestClass();
    }
}
