// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.host.residency.ServedPrecision;
import org.decisionservice.server.config.EffectiveSettings;

/**
 * Describes the running service for the operator.
 *
 * @param version of the service
 * @param build digest of its jar; equal bytes have equal digests, wherever they were built
 * @param java version of the runtime
 * @param engines by name, the file names of their jars, which contain the versions
 * @param checkpoints by name
 * @param configuration every setting, secrets masked
 */
public record ServiceInfo(
        String version,
        String build,
        String java,
        SequencedMap<String, List<String>> engines,
        SequencedMap<String, Served> checkpoints,
        List<EffectiveSettings.Entry> configuration) {
    public ServiceInfo {
        configuration = List.copyOf(configuration);
    }

    /**
     * A checkpoint that is served, loaded or not.
     *
     * @param origin where it comes from
     * @param placement engine and device
     * @param asked the precision that is configured
     * @param served where and in which precision it computes; empty while it is not loaded
     * @param calibration SHA-256 of the calibration in force
     * @param learned SHA-256 of the learned file in force
     */
    public record Served(
            String origin,
            String placement,
            String asked,
            Optional<ServedPrecision> served,
            Optional<String> calibration,
            Optional<String> learned) {}
}
