// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import java.time.Duration;

/**
 * The costs of one checkpoint since the process started.
 *
 * @param resident whether its weights are in memory now
 * @param bytes size of its weights in memory while it is resident, else 0
 * @param loads number of times that its weights were read into memory
 * @param loading time that these loads took, in all
 * @param evictions number of times that it left to make room for another
 * @param fallbacks number of requests for which its device had too little memory
 */
public record Occupancy(boolean resident, long bytes, long loads, Duration loading, long evictions, long fallbacks) {
    static final Occupancy NONE = new Occupancy(false, 0, 0, Duration.ZERO, 0, 0);

    Occupancy loaded(long size, Duration took) {
        return new Occupancy(true, size, loads + 1, loading.plus(took), evictions, fallbacks);
    }

    Occupancy dropped() {
        return new Occupancy(false, 0, loads, loading, evictions, fallbacks);
    }

    Occupancy evicted() {
        return new Occupancy(resident, bytes, loads, loading, evictions + 1, fallbacks);
    }

    Occupancy fellBack() {
        return new Occupancy(resident, bytes, loads, loading, evictions, fallbacks + 1);
    }
}
