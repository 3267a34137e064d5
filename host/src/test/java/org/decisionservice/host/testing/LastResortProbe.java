// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.decisionservice.host.Fatal;

/** Records what would have ended the process, until it is closed. */
public final class LastResortProbe implements AutoCloseable {
    private final List<String> ends = new CopyOnWriteArrayList<>();

    private LastResortProbe() {}

    /** Replaces the last resort, which would end the process. */
    public static LastResortProbe open() {
        LastResortProbe probe = new LastResortProbe();
        Fatal.lastResort((reason, detail) -> probe.ends.add(reason + " " + detail));
        return probe;
    }

    /** Returns, in order, why the process would have ended, such as {@code OUT_OF_MEMORY Java heap space}. */
    public List<String> ends() {
        return List.copyOf(ends);
    }

    @Override
    public void close() {
        Fatal.lastResort((_, _) -> {});
    }
}
