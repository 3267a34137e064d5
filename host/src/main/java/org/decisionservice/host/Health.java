// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The checkpoints that are resident, and the devices they compute on.
 *
 * @param resident by checkpoint name ({@code local} for a deployment's one local checkpoint), in order of loading
 * @param devicePreference the configured device ({@code cpu}, {@code cuda} or {@code cuda:N}), shown while no
 *     checkpoint is resident
 * @param idle present only if idle unloading is enabled
 */
public record Health(SequencedMap<String, Resident> resident, String devicePreference, Optional<Idle> idle) {
    public Health {
        resident = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(resident));
    }

    /**
     * A checkpoint whose weights are loaded.
     *
     * @param revision hub commit, or {@code sha256:} and the first 12 hex digits of the weights' digest
     * @param device where it computes: {@code cpu}, {@code cuda} or {@code cuda:N}
     * @param precision in which it computes: {@code float32}, {@code tf32}, {@code fp16}, {@code bf16} or {@code int8}
     * @param cpuFallbacks number of requests since the process started that ran out of accelerator memory and were
     *     retried on the CPU
     * @param lastFallbackReason error text of the latest fallback
     */
    public record Resident(
            String revision, String device, String precision, long cpuFallbacks, Optional<String> lastFallbackReason) {}

    /**
     * The idle clock.
     *
     * @param window idle time after which checkpoints are unloaded
     * @param since time since the last inference request or completion
     */
    public record Idle(Duration window, Duration since) {}
}
