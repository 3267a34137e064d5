// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Fetches checkpoints that are not on this machine yet. Thread-safe. */
public final class Hub {
    private static final String DEFAULT_REVISION = "main";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Settings settings;
    private final Conditions conditions;

    /**
     * The address of the hub and the place of its files.
     *
     * @param endpoint http or https, without a trailing slash
     * @param token secret; must not appear in any log line
     * @param cache directory shared by all Hugging Face tools
     * @param offline use only what is in the cache
     * @param proxies to ask through; if empty, those of Java's properties
     */
    public record Settings(
            URI endpoint, Optional<String> token, Path cache, boolean offline, Optional<ProxySelector> proxies) {
        public Settings(URI endpoint, Optional<String> token, Path cache, boolean offline) {
            this(endpoint, token, cache, offline, Optional.empty());
        }
    }

    /**
     * Settings that tests replace.
     *
     * @param patience how long a connection may be silent
     * @param nanoTime as {@link System#nanoTime()}
     * @param room free space where the cache is, in bytes
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
     * The checkpoint at {@code place}, from the cache as far as possible. If the hub cannot say which commit a branch
     * is at, the commit from the last time is used, provided that all its files are in the cache.
     *
     * @param revision branch, tag or commit; if empty, the repository's main branch
     * @throws HubException saying what is wrong and what to do
     */
    public Snapshot fetch(RepoFolder place, Optional<String> revision) {
        String asked = revision.orElse(DEFAULT_REVISION);
        RepoCache cache = new RepoCache(settings.cache(), place.repo());
        Optional<Snapshot> cached = cached(cache, place, asked);
        // A commit never changes, so there is no need to ask the hub.
        if (cached.isPresent() && (settings.offline() || HubApi.isCommit(asked))) {
            return cached.get();
        }
        return online(place, asked, cache, fetching -> fetching.run(asked, cached));
    }

    /**
     * Checks, with at most one question to the hub, that {@link #fetch} can be expected to succeed: the checkpoint is
     * in the cache, or the hub answers and knows the revision. Nothing is fetched.
     *
     * @throws HubException as {@link #fetch}
     */
    public void check(RepoFolder place, Optional<String> revision) {
        String asked = revision.orElse(DEFAULT_REVISION);
        RepoCache cache = new RepoCache(settings.cache(), place.repo());
        if (cached(cache, place, asked).isEmpty()) {
            var _ = online(place, asked, cache, fetching -> fetching.listing(asked, 1));
        }
    }

    private static Optional<Snapshot> cached(RepoCache cache, RepoFolder place, String revision) {
        return cache.commit(revision).flatMap(commit -> cache.snapshot(place, commit));
    }

    /** An action that needs the hub. */
    private interface Step<T> {
        T with(Fetching fetching) throws InterruptedException;
    }

    private <T> T online(RepoFolder place, String asked, RepoCache cache, Step<T> step) {
        if (settings.offline()) {
            throw new HubException(
                    HubException.Reason.LOCAL,
                    place + " at " + asked + " is not complete in " + cache.home()
                            + ", and HF_HUB_OFFLINE forbids fetching it: start once with HF_HUB_OFFLINE=0,"
                            + " or name another folder in HF_HUB_CACHE or HF_HOME");
        }
        try (HubHttp http = new HubHttp(settings, conditions.patience())) {
            return step.with(new Fetching(http, cache, place, conditions));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new HubException(HubException.Reason.LOCAL, place + ": the download was interrupted");
        }
    }
}
