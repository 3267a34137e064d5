// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/** When checkpoints were last used, counted in uses. Confined to the inference thread. */
final class Uses {
    private final Map<ServedCheckpoint, Long> last = new HashMap<>();
    private long count;

    void note(ServedCheckpoint checkpoint) {
        last.put(checkpoint, ++count);
    }

    /** The one of {@code checkpoints}, of which there is at least one, that was not used for longest. */
    ServedCheckpoint longestAgo(Collection<ServedCheckpoint> checkpoints) {
        return checkpoints.stream()
                .min(Comparator.comparingLong(checkpoint -> last.getOrDefault(checkpoint, 0L)))
                .orElseThrow();
    }
}
