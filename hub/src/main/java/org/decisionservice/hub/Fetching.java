// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Fetches one checkpoint from the hub into the cache. */
final class Fetching {
    private static final System.Logger LOG = System.getLogger(Fetching.class.getName());
    /** Enough for the few small files next to the weights; more would only share the same bandwidth. */
    private static final int AT_ONCE = 4;

    private final HubHttp http;
    private final HubApi api;
    private final Retries retries;
    private final RepoCache cache;
    private final RepoFolder place;
    private final Hub.Conditions conditions;

    Fetching(HubHttp http, RepoCache cache, RepoFolder place, Hub.Conditions conditions) {
        this.http = http;
        this.api = new HubApi(http);
        this.retries = new Retries(conditions.pause());
        this.cache = cache;
        this.place = place;
        this.conditions = conditions;
    }

    /** @param cached used if the hub does not answer */
    Snapshot run(String revision, Optional<Snapshot> cached) throws InterruptedException {
        HubApi.Listing listing;
        try {
            listing = listing(revision, cached.isPresent() ? 1 : Retries.ATTEMPTS);
        } catch (HubException e) {
            return cached.filter(_ -> outweighs(e))
                    .map(snapshot -> instead(snapshot, e))
                    .orElseThrow(() -> e);
        }
        String commit = listing.commit();
        List<String> missing = CheckpointFiles.of(place, commit, listing.files()).stream()
                .filter(path -> !cache.has(commit, path))
                .toList();
        if (!missing.isEmpty()) {
            fetch(commit, missing);
        }
        // Stored only now, so that a stored branch always leads to files that are present.
        cache.remember(revision, commit);
        return cache.snapshot(place, commit)
                .orElseThrow(() -> new HubException(
                        HubException.Reason.LOCAL,
                        place + ": files in " + cache.home()
                                + " vanish while they are fetched; let nobody clean it now"));
    }

    /** The snapshot that the hub has at {@code revision}. */
    HubApi.Listing listing(String revision, int attempts) throws InterruptedException {
        return retries.run(place.repo() + " at " + revision, attempts, () -> api.listing(place.repo(), revision));
    }

    private static boolean outweighs(HubException e) {
        return switch (e.kind()) {
            case AWAY, UNUSABLE, REFUSED -> true;
            case UNKNOWN, DISK, LOCAL -> false;
        };
    }

    private static Snapshot instead(Snapshot snapshot, HubException e) {
        LOG.log(WARNING, "{0}; using the cached commit {1}", e.getMessage(), snapshot.commit());
        return snapshot;
    }

    private void fetch(String commit, List<String> paths) throws InterruptedException {
        Map<String, HubApi.Facts> facts = new ConcurrentHashMap<>();
        eachOf(
                paths,
                path -> facts.put(
                        path,
                        retries.run(
                                path + " of " + place.repo(),
                                Retries.ATTEMPTS,
                                () -> api.facts(place.repo(), commit, path))));
        Map<Etag, Long> sizes = new LinkedHashMap<>();
        facts.values().forEach(file -> sizes.put(file.etag(), file.size().orElse(0)));
        requireRoom(sizes);
        long total = sizes.values().stream().mapToLong(Long::longValue).sum();
        LOG.log(INFO, "fetching {0} at {1}: {2} files", place, commit, paths.size());
        Progress progress = new Progress(place.toString(), total, conditions.style(), conditions.nanoTime());
        Download download = new Download(http, retries, cache, place.repo(), commit, progress);
        eachOf(paths, path -> download.fetch(path, Objects.requireNonNull(facts.get(path))));
        progress.done();
    }

    private void requireRoom(Map<Etag, Long> sizes) {
        try {
            Files.createDirectories(cache.home());
            long needed = 0;
            for (var file : sizes.entrySet()) {
                Path begun = cache.incomplete(file.getKey());
                boolean whole = Files.exists(cache.blob(file.getKey()));
                needed += whole ? 0 : Math.max(0, file.getValue() - (Files.exists(begun) ? Files.size(begun) : 0));
            }
            OptionalLong free = conditions.room().bytes(cache.home());
            if (free.isPresent() && needed > free.getAsLong()) {
                throw new HubException(
                        HubException.Reason.DISK,
                        place + " needs another " + needed / 1_000_000 + " MB, but " + cache.home() + " has room for "
                                + free.getAsLong() / 1_000_000
                                + " MB: make room there, or name another folder in HF_HUB_CACHE");
            }
        } catch (IOException e) {
            throw new HubException(
                    HubException.Reason.LOCAL,
                    place + " cannot be stored in " + cache.home() + ": " + e.getMessage()
                            + "; check its permissions, or name another folder in HF_HUB_CACHE");
        }
    }

    private interface Task {
        void run(String path) throws InterruptedException;
    }

    /** Runs {@code task} for every path, a few at a time; the first failure stops the others. */
    private static void eachOf(List<String> paths, Task task) throws InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(
                AT_ONCE, Thread.ofVirtual().name("hub-", 0).factory())) {
            var done = new ExecutorCompletionService<String>(threads);
            paths.forEach(path -> done.submit(() -> {
                task.run(path);
                return path;
            }));
            try {
                for (int i = 0; i < paths.size(); i++) {
                    done.take().get();
                }
            } catch (ExecutionException e) {
                threads.shutdownNow();
                switch (e.getCause()) {
                    case HubException hub -> throw hub;
                    case Error error -> throw error;
                    case null, default -> throw new IllegalStateException(e.getCause());
                }
            } catch (InterruptedException e) {
                threads.shutdownNow();
                throw e;
            }
        }
    }
}
