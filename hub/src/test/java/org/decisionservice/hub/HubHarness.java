// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.decisionservice.testing.hub.HubContent;
import org.decisionservice.testing.hub.StandInHub;

/**
 * A stand-in hub with the tiny checkpoints laid out as the published ones are, a cache, and pauses that take no time.
 */
final class HubHarness implements AutoCloseable {
    static final String REPO = "convaiinnovations/laya";
    static final String COMMIT = "1111111111111111111111111111111111111111";
    static final String LATER_COMMIT = "2".repeat(40);
    static final RepoFolder ENGLISH = new RepoFolder(REPO, Optional.empty());
    static final RepoFolder MULTILINGUAL = new RepoFolder(REPO, Optional.of("multilingual"));
    /** Longer than the stand-in is silent on a machine that does much else. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    final StandInHub server;
    final HubContent content;
    final Path cache;
    final List<Duration> pauses = new CopyOnWriteArrayList<>();
    final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    HubHarness(Path cache) throws IOException {
        this.cache = cache;
        server = new StandInHub();
        content = server.repo(REPO)
                .add(COMMIT, "", tiny().resolve("english"))
                .add(COMMIT, "multilingual/", tiny().resolve("multilingual"))
                .add(COMMIT, "README.md", "not needed".getBytes(StandardCharsets.UTF_8))
                .add(COMMIT, "tokenizer/special.json", "{}".getBytes(StandardCharsets.UTF_8))
                .add(COMMIT, "other.safetensors", new byte[5_000_000])
                .point("main", COMMIT);
    }

    Hub hub() {
        return hub(Optional.empty(), false, _ -> OptionalLong.empty());
    }

    Hub offline() {
        return hub(Optional.empty(), true, _ -> OptionalLong.empty());
    }

    /** A hub that gives up on a silent connection quickly. */
    Hub impatient(Duration patience) {
        return hub(Optional.empty(), false, _ -> OptionalLong.empty(), patience, pauses::add);
    }

    /** A hub that waits between attempts with {@code pause}. */
    Hub hub(Retries.Pause pause) {
        return hub(Optional.empty(), false, _ -> OptionalLong.empty(), PATIENCE, pause);
    }

    Hub hub(Optional<String> token, boolean offline, Room room) {
        return hub(token, offline, room, PATIENCE, pauses::add);
    }

    private Hub hub(Optional<String> token, boolean offline, Room room, Duration patience, Retries.Pause pause) {
        return new Hub(
                new Hub.Settings(server.endpoint(), token, cache, offline),
                new Hub.Conditions(
                        patience,
                        pause,
                        System::nanoTime,
                        new Progress.InPlace(new PrintStream(terminal, true, StandardCharsets.UTF_8)),
                        room));
    }

    RepoCache repo() {
        return new RepoCache(cache, REPO);
    }

    Path blob(String path) {
        return repo().blob(new Etag(content.etag(COMMIT, path)));
    }

    Path incomplete(String path) {
        return repo().incomplete(new Etag(content.etag(COMMIT, path)));
    }

    /** Whether the cached file has the same bytes as the original. */
    static boolean same(Snapshot snapshot, String checkpoint, String file) {
        try {
            return Files.mismatch(
                            snapshot.directory().resolve(file),
                            tiny().resolve(checkpoint).resolve(file))
                    < 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The directory of the three tiny checkpoints. */
    static Path tiny() {
        return Path.of(Objects.requireNonNull(System.getProperty("testdata")), "tiny");
    }

    @Override
    public void close() {
        server.close();
    }
}
