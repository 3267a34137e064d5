// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.host.prepared.PreparedStore;

/** Reads where prepared checkpoints are kept. */
final class PreparedSettings {
    private static final String FOLDER = "decision-service";
    private static final int DEFAULT_MB = 8192;
    private static final int MOST_MB = 10_000_000;
    private static final long MB = 1 << 20;

    private PreparedSettings() {}

    /** {@code environment} provides XDG_CACHE_HOME and HOME for the default. Empty keeps nothing. */
    static Optional<PreparedStore.Settings> read(Values values, Map<String, String> environment) {
        long most = MB * values.whole(Setting.PREPARED_SIZE, 1, MOST_MB).orElse(DEFAULT_MB);
        Optional<String> text = values.text(Setting.PREPARED);
        if (text.filter(off -> off.equalsIgnoreCase("off")).isPresent()) {
            return Optional.empty();
        }
        Expansion expansion = new Expansion(environment);
        Optional<Path> named = values.read(
                Setting.PREPARED, "off or the path of a directory", path -> Values.path(expansion.of(path)));
        return named.or(() -> expansion.cacheHome().map(cache -> cache.resolve(FOLDER)))
                .map(directory -> new PreparedStore.Settings(directory, most));
    }
}
