// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.util.OptionalLong;

/** A caller that does what a test says. */
final class Guest implements Caller {
    private final String address;
    /** Runs whenever the guest is asked whether it has left. */
    volatile Action whenAsked = () -> {};

    volatile boolean departed;
    /** Bytes per second; below 0 if it does not linger. */
    volatile long lingering = -1;

    volatile boolean stalls;
    volatile boolean dismissed;

    interface Action {
        void run() throws InterruptedException;
    }

    Guest(String address) {
        this.address = address;
    }

    @Override
    public String countedAs() {
        return address;
    }

    @Override
    public boolean departed() {
        try {
            whenAsked.run();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return departed;
    }

    @Override
    public OptionalLong lingering() {
        return lingering < 0 ? OptionalLong.empty() : OptionalLong.of(lingering);
    }

    @Override
    public boolean stalls() {
        return stalls;
    }

    @Override
    public void dismiss() {
        dismissed = true;
    }
}
