// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.util.function.Supplier;
import org.decisionservice.contract.ParsedRequest;

/**
 * A request on its way in. It asks for memory twice, when it is known how much reading takes, and how much the request
 * that was read. It waits with nothing in memory but what it is read from, so after it has waited it may be read again.
 * Used by one thread at a time.
 */
public interface Arrival {

    /** Whether there is memory to read it. If not, {@link #awaitMemory} waits for that. */
    boolean mayBeRead();

    /**
     * Reads it.
     *
     * @throws org.decisionservice.api.RefusedException if the client has to change it
     */
    ParsedRequest read();

    /**
     * Whether there is memory for the request that was read, until its answer is written. If not, {@link #awaitMemory}
     * waits for that; if so, it is not read again.
     *
     * @param heap bytes that it needs
     */
    boolean mayBeAnswered(long heap);

    /** Waits until there is the memory that was asked for last; returns at once if there is. */
    void awaitMemory(Patience patience);

    /** Whether reading and packing it may take so long that small ones must not wait behind it. */
    boolean isLarge();

    /** Says which requests it lets pass. */
    RequestClass requestClass();

    /** A request of this process, which bounds its memory by itself. */
    static Arrival of(Supplier<ParsedRequest> reading) {
        return of(reading, RequestClass.INTERACTIVE);
    }

    /** The same of another class. */
    static Arrival of(Supplier<ParsedRequest> reading, RequestClass requestClass) {
        return new Arrival() {
            @Override
            public boolean mayBeRead() {
                return true;
            }

            @Override
            public ParsedRequest read() {
                return reading.get();
            }

            @Override
            public boolean mayBeAnswered(long heap) {
                return true;
            }

            @Override
            public void awaitMemory(Patience patience) {}

            @Override
            public boolean isLarge() {
                return false;
            }

            @Override
            public RequestClass requestClass() {
                return requestClass;
            }
        };
    }
}
