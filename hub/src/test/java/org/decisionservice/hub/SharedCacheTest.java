// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.hub.HubHarness.COMMIT;
import static org.decisionservice.hub.HubHarness.ENGLISH;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
