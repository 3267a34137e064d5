// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

/** A caller that does what a test says. */
final class Guest implements Caller {
    private final String address;
    /** Runs whenever the guest is asked whether it has left. */
    volatile Action whenAsked = () -> {};

    volatile boolean departed;
    volatile boolean lingers;
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
    public boolean lingers() {
        return lingers;
    }

    @Override
    public void dismiss() {
        dismissed = true;
    }
}
