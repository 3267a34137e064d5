// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Where checkpoints come from that are not on this machine yet. Safe for any number of threads. */
public final class Hub {
    private static final String DEFAULT_REVISION = "main";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Settings settings;
    private final Conditions conditions;

    /**
     * How to reach the hub and where its files are kept.
     *
     * @param endpoint http or https, without a slash at its end
     * @param token holds a secret, so no log line may show it
     * @param cache directory that every Hugging Face tool shares
     * @param offline use only what is in the cache
     */
    public record Settings(URI endpoint, Optional<String> token, Path cache, boolean offline) {}

    /**
     * What a test may want otherwise.
     *
     * @param patience how long a connection may be silent
     * @param nanoTime as {@link System#nanoTime()}
     * @param room bytes that can still be written where the cache is
     */
    record Conditions(Duration patience, Retries.Pause pause, LongSupplier nanoTime, Progress.Style style, Room room) {}

    public Hub(Settings settings) {
        this(settings, new Conditions(PATIENCE, Thread::sleep, System::nanoTime, style(), Room.ON_DISK));
    }

    Hub(Settings settings, Conditions conditions) {
        this.settings = settings;
        this.conditions = conditions;
    }

    private static Progress.Style style() {
        return CLibrary.get().filter(CLibrary::standardErrorIsATerminal).isPresent()
                ? new Progress.InPlace(System.err)
                : new Progress.InTheLog();
    }

    /**
     * The checkpoint at {@code place}, from the cache as far as it is there. Without the hub's answer to what a branch
     * is now, the commit that it was last time is taken, if all its files are here.
     *
     * @param revision branch, tag or commit; empty takes the repository's main branch
     * @throws HubException saying what is wrong and what to do
     */
    public Snapshot fetch(RepoFolder place, Optional<String> revision) {
        String asked = revision.orElse(DEFAULT_REVISION);
        RepoCache cache = new RepoCache(settings.cache(), place.repo());
        Optional<Snapshot> cached = cache.commit(asked).flatMap(commit -> cache.snapshot(place, commit));
        // A commit never means anything else, so there is nothing to ask.
        if (cached.isPresent() && (settings.offline() || HubApi.isCommit(asked))) {
            return cached.get();
        }
        if (settings.offline()) {
            throw new HubException(
                    HubException.Kind.LOCAL,
                    place + " at " + asked + " is not complete in " + cache.home()
                            + ", and HF_HUB_OFFLINE forbids fetching it: start once with HF_HUB_OFFLINE=0, or name"
                            + " another folder in HF_HUB_CACHE or HF_HOME");
        }
        try (HubHttp http = new HubHttp(settings.endpoint(), settings.token(), conditions.patience())) {
            return new Fetching(http, cache, place, conditions).run(asked, cached);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new HubException(HubException.Kind.LOCAL, place + ": the download was interrupted");
        }
    }
}
