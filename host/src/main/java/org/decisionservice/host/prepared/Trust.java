// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.prepared;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.engine.spi.folder.Ownership;

/**
 * What of a store is relied on: nothing of one that other users may write, and, where the operator has named digests,
 * nothing but what has one of them or was made by this process. For any thread.
 */
final class Trust {
    private static final System.Logger LOG = System.getLogger(Trust.class.getName());

    private final Path directory;
    private final Optional<Set<String>> vouched;
    private final AtomicBoolean said = new AtomicBoolean();

    Trust(PreparedStore.Settings settings) {
        this.directory = settings.directory().toAbsolutePath();
        this.vouched = settings.vouched().map(digests -> {
            Set<String> known = ConcurrentHashMap.newKeySet();
            known.addAll(digests);
            return known;
        });
    }

    /** Whether no other user may write the directory, or it is not there yet. If not, the log says so, once. */
    boolean isOwn() {
        try {
            Optional<String> others = Ownership.othersMayReplace(directory);
            if (others.isPresent() && said.compareAndSet(false, true)) {
                LOG.log(
                        WARNING,
                        "no prepared checkpoint is used or kept in {0}: {1}; let only the user of the service write it,"
                                + " or name another directory in SERVICE_PREPARED, or off",
                        directory,
                        others.get());
            }
            return others.isEmpty();
        } catch (IOException e) {
            // Whoever reads or writes there says what is wrong.
            LOG.log(DEBUG, "{0}: {1}", directory, RootCause.of(e));
            return true;
        }
    }

    /** Whether a folder within the directory is this user's too. */
    boolean isOwn(Path within) {
        try {
            return isOwn()
                    && (!Files.exists(within)
                            || Ownership.othersMayWrite(within).isEmpty());
        } catch (IOException _) {
            return false;
        }
    }

    /** Whether only what is vouched for is used. */
    boolean isStrict() {
        return vouched.isPresent();
    }

    /** Whether a manifest with this SHA-256 may be relied on. */
    boolean vouchesFor(String manifest) {
        return vouched.isEmpty() || vouched.get().contains(manifest);
    }

    /** Whether what is in a folder may be replaced: what the operator could still vouch for may not. */
    boolean mayReplace(Path folder) throws IOException {
        return !isStrict() || !Files.exists(folder.resolve(Manifest.NAME)) || vouchesFor(Manifest.digest(folder));
    }

    /** Relies on the manifest that was just written to a folder. */
    void made(Path folder) throws IOException {
        if (vouched.isPresent()) {
            vouched.get().add(Manifest.digest(folder));
        }
    }
}
