// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.hub.HubHarness.COMMIT;
import static org.decisionservice.hub.HubHarness.ENGLISH;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests concurrent downloads, and a cache that other tools have filled. */
class SharedCacheTest {
    @TempDir
    private Path dir;

    @Test
    void manyAtOnceFetchEveryBlobOnce() throws Exception {
        try (HubHarness harness = new HubHarness(dir);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            harness.server.throttle(3_000_000);
            List<Future<Snapshot>> fetched = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                // Each behaves like a separate process: only the directory is shared.
                fetched.add(threads.submit(() -> harness.hub().fetch(ENGLISH, Optional.empty())));
            }
            for (Future<Snapshot> one : fetched) {
                assertThat(HubHarness.same(one.get(), "english", "model.safetensors"))
                        .isTrue();
            }
            long needed = 0;
            for (String file : CheckpointFiles.REQUIRED) {
                needed += harness.content.size(COMMIT, file);
            }
            assertThat(harness.server.bytesSent()).isEqualTo(needed + 2);
        }
    }

    @Test
    void theLockIsHeldByOneAndFreeAfterwards() throws IOException {
        Path file = dir.resolve("lock");
        try (BlobLock _ = BlobLock.tryAcquire(file).orElseThrow()) {
            assertThat(BlobLock.tryAcquire(file)).isEmpty();
        }
        try (BlobLock again = BlobLock.tryAcquire(file).orElseThrow()) {
            assertThat(again).isNotNull();
        }
        assertThat(file).as("the file stays: others may be waiting for it").exists();
    }

    @Test
    void onlyALockThatIsHeldIsWaitedFor() {
        CLibrary library = CLibrary.get().orElseThrow();
        int error = library.tryLock(-1);
        assertThat(error).isNotIn(0, CLibrary.WOULD_BLOCK);
        assertThat(library.reason(error)).isNotBlank();
    }

    @Test
    void withoutALockTheFilesAreFetchedAllTheSame() throws IOException {
        try (HubHarness harness = new HubHarness(dir)) {
            String weights = "model.safetensors";
            // A directory cannot be locked, as no file can on some network file systems.
            Files.createDirectories(harness.repo().lock(new Etag(harness.content.etag(COMMIT, weights))));
            Files.createDirectories(harness.incomplete(weights).getParent());
            Files.writeString(harness.incomplete(weights), "another process writes this");
            Snapshot snapshot = harness.hub().fetch(ENGLISH, Optional.empty());
            assertThat(HubHarness.same(snapshot, "english", weights)).isTrue();
            assertThat(harness.incomplete(weights)).hasContent("another process writes this");
            assertThat(harness.blob(weights).getParent()).isDirectoryNotContaining("glob:**.*.incomplete");
        }
    }

    @Test
    void whereLinksAreRefusedTheFileItselfIsThere() throws IOException {
        // An archive is a file system without links.
        URI archive = URI.create("jar:" + dir.resolve("cache.zip").toUri());
        try (FileSystem files = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            RepoCache cache = new RepoCache(files.getPath("/cache"), HubHarness.REPO);
            Etag etag = new Etag("0".repeat(40));
            cache.prepare(COMMIT, "encoder/config.json", etag);
            Path file = cache.file(COMMIT, "encoder/config.json");
            Path complete = Files.writeString(cache.incomplete(etag), "content");
            cache.store(complete, COMMIT, "encoder/config.json", etag);
            assertThat(Files.readString(file)).isEqualTo("content");
            assertThat(cache.blob(etag).getParent()).as("kept once").isEmptyDirectory();

            Files.writeString(cache.blob(etag), "content");
            Files.delete(file);
            cache.link(COMMIT, "encoder/config.json", etag);
            assertThat(Files.readString(file)).isEqualTo("content");
            assertThat(cache.blob(etag)).as("it may serve other commits").exists();
            assertThat(cache.blob(etag).getParent()).isDirectoryNotContaining("glob:**.incomplete");
        }
    }

    @Test
    void aSnapshotOfPlainFilesIsAsGoodAsOneOfLinks() throws IOException {
        try (HubHarness harness = new HubHarness(dir)) {
            for (String file : CheckpointFiles.REQUIRED) {
                Path target = harness.repo().file(COMMIT, file);
                Files.createDirectories(target.getParent());
                Files.copy(HubHarness.tiny().resolve("english").resolve(file), target);
            }
            assertThat(harness.hub().fetch(ENGLISH, Optional.of(COMMIT)).directory())
                    .isEqualTo(harness.repo().file(COMMIT, ""));
            assertThat(harness.server.exchanges()).isEmpty();
        }
    }
}
