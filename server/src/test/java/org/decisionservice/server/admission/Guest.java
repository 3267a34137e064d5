// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

/** A caller that does what a test says. */
final class Guest implements Caller {
    private final String address;
    volatile boolean departed;
    volatile boolean lingers;
    volatile boolean dismissed;

    Guest(String address) {
        this.address = address;
    }

    @Override
    public String countedAs() {
        return address;
    }

    @Override
    public boolean departed() {
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
