// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.host.prepared.PreparedStore;

/** Reads where prepared checkpoints are kept. */
final class PreparedSettings {
    private static final String FOLDER = "decision-service";
    /** Two checkpoints of 421 million weights in float32, or eight in int8. */
    private static final long MOST_BYTES = 8L << 30;

    private PreparedSettings() {}

    /**
     * Reads them; empty keeps nothing.
     *
     * @param environment provides XDG_CACHE_HOME and HOME for the default
     * @param digests that the operator has named, by checkpoint and path; if there are any, they vouch for manifests
     *     too
     */
    static Optional<PreparedStore.Settings> read(
            Values values, Map<String, String> environment, Map<String, Map<String, String>> digests) {
        if (values.text(Setting.PREPARED).filter("off"::equalsIgnoreCase).isPresent()) {
            return Optional.empty();
        }
        Expansion expansion = new Expansion(environment);
        Optional<Path> named = values.read(
                Setting.PREPARED, "off or the path of a directory", path -> Values.path(expansion.of(path)));
        boolean vouched = digests.values().stream().anyMatch(files -> !files.isEmpty());
        return named.or(() -> expansion.cacheHome().map(cache -> cache.resolve(FOLDER)))
                .map(directory -> new PreparedStore.Settings(
                        directory, MOST_BYTES, vouched ? Optional.of(manifests(digests)) : Optional.empty()));
    }

    private static Set<String> manifests(Map<String, Map<String, String>> digests) {
        return digests.values().stream()
                .flatMap(files -> files.entrySet().stream())
                .filter(file -> PreparedStore.isManifest(file.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }
}
